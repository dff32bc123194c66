import type { ServerResponse } from 'node:http';
import type { Clock } from '../../../core/kernel/clock.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { AgentAccess } from '../../access/agents/principal.ts';
import type { LimitMetrics } from '../../access/limit-names.ts';
import { sharedSlots, type TakeSlot } from '../../access/shared-slots.ts';
import type { Session, Sessions } from './sessions.ts';

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

export interface WatchParts {
  readonly streams: Streams;
  readonly sessions: Pick<Sessions, 'haveEnded'>;
  /** Omitted if no surface takes credentials. */
  readonly access?: Pick<AgentAccess, 'stillHolds'> | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Closes streams that are no longer allowed: of ended sessions, and of revoked, rotated or expired credentials, by any
 * process. Requests are refused individually; streams must be checked.
 */
export class StreamWatch {
  readonly #parts: WatchParts;
  #looking = false;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** Two queries for all streams together. Never rejects; overlapping checks are skipped. */
  async look(): Promise<void> {
    const { streams, logger } = this.#parts;
    const open = streams.sessions;
    if (this.#looking || open.length === 0) return;
    this.#looking = true;
    try {
      for (const session of await this.#ending(open)) streams.close(session);
    } catch (err) {
      logger.warn({ err, streams: open.length }, 'it could not be asked whether open streams may stay open');
      // If it is unknown, the stream closes: clients reopen theirs when it can be checked again.
      for (const session of open) if (session.owner.credentialId !== undefined) streams.close(session);
    } finally {
      this.#looking = false;
    }
  }

  async #ending(open: readonly Session[]): Promise<readonly Session[]> {
    const { sessions, access, clock } = this.#parts;
    const ids = open.flatMap(({ owner }) => owner.credentialId ?? []);
    const [ended, holding] = await Promise.all([
      sessions.haveEnded(open),
      ids.length === 0 ? new Set<string>() : access?.stillHolds([...new Set(ids)]),
    ]);
    const now = clock.now();
    return open.filter((session) => {
      const { credentialId } = session.owner;
      const held = credentialId === undefined || holding?.has(credentialId);
      return ended.has(session) || now >= session.until || !held;
    });
  }
}
