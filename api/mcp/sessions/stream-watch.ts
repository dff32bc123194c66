import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import type { AgentAccess } from '../../access/agents/principal.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Streams } from './streams.ts';

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
