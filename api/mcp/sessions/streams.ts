import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { ClientSlots, SLOT_RETRY_SECONDS } from '../../access/client-slots.ts';
import type { EventStream } from './event-stream.ts';
import type { Session } from './session.ts';

type Stream = Pick<EventStream, 'beat' | 'close'>;

interface Open {
  readonly session: Session;
  readonly stream: Stream;
  readonly giveBack: () => void;
}

export interface StreamBounds {
  readonly streams: number;
  readonly streamsPerClient: number;
  /** Called for each refusal. */
  readonly onRefused?: (() => void) | undefined;
}

/** The open GET streams in this process, one per session. */
export class Streams {
  readonly #slots: ClientSlots;
  readonly #onRefused: (() => void) | undefined;
  readonly #open = new Map<string, Open>();

  constructor({ streams: total, streamsPerClient: perClient, onRefused }: StreamBounds) {
    this.#onRefused = onRefused;
    this.#slots = new ClientSlots({ total, perClient });
  }

  get sessions(): readonly Session[] {
    return [...this.#open.values()].map(({ session }) => session);
  }

  /** @throws MCP_STREAM_OPEN, MCP_STREAMS_FULL */
  requireFree({ id }: Session, client: string): void {
    if (this.#open.has(id)) throw new LaunchlensError('MCP_STREAM_OPEN', {});
    if (this.#slots.refusal(client) === undefined) return;
    this.#onRefused?.();
    throw new LaunchlensError('MCP_STREAMS_FULL', { seconds: SLOT_RETRY_SECONDS });
  }

  add(session: Session, stream: Stream, client: string): void {
    this.#open.set(session.id, { session, stream, giveBack: this.#slots.take(client) });
  }

  /** Removes a stream whose connection has ended; another may have taken its place. */
  remove({ id }: Session, stream: Stream): void {
    const open = this.#open.get(id);
    if (open?.stream !== stream) return;
    this.#open.delete(id);
    open.giveBack();
  }

  beat(): void {
    for (const { stream } of [...this.#open.values()]) stream.beat();
  }

  close(session: Session): void {
    const stream = this.#open.get(session.id)?.stream;
    if (stream === undefined) return;
    stream.close();
    this.remove(session, stream);
  }

  closeOf(credentialId: string): void {
    for (const session of this.sessions) if (session.owner.credentialId === credentialId) this.close(session);
  }

  closeAll(): void {
    for (const session of this.sessions) this.close(session);
  }
}
