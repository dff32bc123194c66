import type { EndedSessions } from '../../state/ended-sessions.ts';
import { type Session, sessionHash } from './session.ts';
import type { SessionOwner, SessionSeal } from './session-seal.ts';

export interface SessionsParts {
  readonly seal: SessionSeal;
  readonly endedSessions: EndedSessions;
}

/** The sessions of all surfaces, whichever process opened them. Those that do nothing cost nothing. */
export class Sessions {
  readonly #seal: SessionSeal;
  readonly #ended: EndedSessions;

  constructor({ seal, endedSessions }: SessionsParts) {
    this.#seal = seal;
    this.#ended = endedSessions;
  }

  open(owner: SessionOwner): string {
    return this.#seal.make(owner);
  }

  /** The session, if it is this owner's and has not ended. Another's is as unknown as none. */
  async find(id: string, owner: SessionOwner): Promise<Session | undefined> {
    const until = this.#seal.endOf(id, owner);
    if (until === undefined) return undefined;
    const session = { id, owner, until };
    return (await this.haveEnded([session])).has(session) ? undefined : session;
  }

  async end(session: Session): Promise<void> {
    await this.#ended.end(sessionHash(session), session.until);
  }

  /** Those of some sessions that were ended, here or by another process. */
  async haveEnded(sessions: readonly Session[]): Promise<ReadonlySet<Session>> {
    const hashes = sessions.map(sessionHash);
    const ended = await this.#ended.ended(hashes);
    return new Set(sessions.filter((_, at) => ended.has(hashes[at] ?? '')));
  }
}
