import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { EventStream } from './event-stream.ts';
import type { Session } from './session.ts';

type Stream = Pick<EventStream, 'beat' | 'close'>;

interface Open {
  readonly session: Session;
  readonly stream: Stream;
  readonly address: string;
}

export interface StreamBounds {
  readonly streams: number;
  readonly streamsPerAddress: number;
}

/** The GET streams that are open in this process, one a session. */
export class Streams {
  readonly #bounds: StreamBounds;
  readonly #open = new Map<string, Open>();
  readonly #addresses = new Map<string, number>();

  constructor(bounds: StreamBounds) {
    this.#bounds = bounds;
  }

  get sessions(): readonly Session[] {
    return [...this.#open.values()].map(({ session }) => session);
  }

  /** @throws MCP_STREAM_OPEN, MCP_STREAMS_FULL */
  requireFree({ id }: Session, address: string): void {
    if (this.#open.has(id)) throw new LaunchlensError('MCP_STREAM_OPEN', {});
    const { streams, streamsPerAddress } = this.#bounds;
    const full = this.#open.size >= streams || (this.#addresses.get(address) ?? 0) >= streamsPerAddress;
    if (full) throw new LaunchlensError('MCP_STREAMS_FULL', {});
  }

  add(session: Session, stream: Stream, address: string): void {
    this.#open.set(session.id, { session, stream, address });
    this.#addresses.set(address, (this.#addresses.get(address) ?? 0) + 1);
  }

  /** Forgets a stream whose connection has ended; another may have taken its place. */
  remove({ id }: Session, stream: Stream): void {
    const open = this.#open.get(id);
    if (open?.stream !== stream) return;
    this.#open.delete(id);
    const left = (this.#addresses.get(open.address) ?? 1) - 1;
    if (left === 0) this.#addresses.delete(open.address);
    else this.#addresses.set(open.address, left);
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
