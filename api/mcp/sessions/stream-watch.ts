import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { AgentAccess } from '../../access/agents/principal.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { Streams } from './streams.ts';

export interface WatchParts {
  readonly streams: Streams;
  readonly sessions: Pick<Sessions, 'haveEnded'>;
  /** Left out where no surface takes credentials. */
  readonly access?: Pick<AgentAccess, 'stillHolds'> | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Closes the streams that may not stay open: of sessions that ended, and of credentials that were revoked, rotated or
 * have expired, by whatever process. A request would be refused; a stream has to be asked about.
 */
export class StreamWatch {
  readonly #parts: WatchParts;
  #looking = false;

  constructor(parts: WatchParts) {
    this.#parts = parts;
  }

  /** Two questions for all streams together. Never rejects; a look that comes while one is under way is left out. */
  async look(): Promise<void> {
    const { streams, logger } = this.#parts;
    const open = streams.sessions;
    if (this.#looking || open.length === 0) return;
    this.#looking = true;
    try {
      for (const session of await this.#ending(open)) streams.close(session);
    } catch (err) {
      logger.warn({ err, streams: open.length }, 'it could not be asked whether open streams may stay open');
      // What cannot be told is not assumed: clients open theirs again when it can.
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
