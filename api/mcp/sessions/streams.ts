import type { ServerResponse } from 'node:http';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { LimitMetrics } from '../../access/limit-names.ts';
import { sharedSlots, type TakeSlot } from '../../access/shared-slots.ts';
import type { Session } from './sessions.ts';

const HEARTBEAT = ': keep-alive\n\n';

/** The open GET stream of a session: server-sent events over one response. */
export class EventStream {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse, onEnd: () => void) {
    this.#response = response;
    response.once('close', onEnd);
  }

  /** Keeps proxies from closing a quiet stream. A reader that does not even take this much is disconnected. */
  beat(): void {
    if (this.#response.writableNeedDrain) this.#response.destroy();
    else this.#response.write(HEARTBEAT);
  }

  close(): void {
    this.#response.end();
  }
}

type Stream = Pick<EventStream, 'beat' | 'close'>;

interface Open {
  readonly session: Session;
  readonly stream: Stream;
  readonly giveBack: () => void;
}

export interface StreamBounds {
  readonly streams: number;
  readonly streamsPerClient: number;
  readonly metrics: LimitMetrics;
}

/** The open GET streams in this process, one per session. */
export class Streams {
  readonly #take: TakeSlot;
  readonly #open = new Map<string, Open>();

  constructor({ streams: total, streamsPerClient: perClient, metrics }: StreamBounds) {
    this.#take = sharedSlots({
      ...{ total, perClient, limit: 'mcp_streams', metrics },
      refuse: ({ seconds }) => new LaunchlensError('MCP_STREAMS_FULL', { seconds }),
    });
  }

  get sessions(): readonly Session[] {
    return [...this.#open.values()].map(({ session }) => session);
  }

  /** @param begin returns no stream if the client has left. @throws MCP_STREAM_OPEN, MCP_STREAMS_FULL */
  open(session: Session, client: string, begin: (onEnd: () => void) => Stream | undefined): void {
    if (this.#open.has(session.id)) throw new LaunchlensError('MCP_STREAM_OPEN', {});
    const giveBack = this.#take(client);
    let stream: Stream | undefined;
    try {
      stream = begin(() => this.#remove(session, stream));
      if (stream) this.#open.set(session.id, { session, stream, giveBack });
    } finally {
      if (!stream) giveBack();
    }
  }

  /** Removes a stream whose connection has ended; another may have taken its place. */
  #remove({ id }: Session, stream: Stream | undefined): void {
    const open = this.#open.get(id);
    if (open === undefined || open.stream !== stream) return;
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
    this.#remove(session, stream);
  }

  closeOf(credentialId: string): void {
    for (const session of this.sessions) if (session.owner.credentialId === credentialId) this.close(session);
  }

  closeAll(): void {
    for (const session of this.sessions) this.close(session);
  }
}
