import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/kernel/clock.ts';
import type { EndedSessions } from '../../state/ended-sessions.ts';
import { type Session, sessionHash } from './session.ts';
import type { SessionOwner, SessionSeal } from './session-seal.ts';

/** Sessions whose seal was checked recently: checking costs more than the rest of the lookup. */
const REMEMBERED = 1_000;

export interface SessionsParts {
  readonly seal: Pick<SessionSeal, 'make' | 'endOf'>;
  readonly clock: Clock;
  readonly endedSessions: EndedSessions;
}

/** The sessions of all surfaces, whichever process opened them. Idle ones cost nothing. */
export class Sessions {
  readonly #seal: SessionsParts['seal'];
  readonly #clock: Clock;
  readonly #checked = new LRUCache<string, Session>({ max: REMEMBERED });
  readonly #ended: EndedSessions;

  constructor({ seal, clock, endedSessions }: SessionsParts) {
    this.#seal = seal;
    this.#clock = clock;
    this.#ended = endedSessions;
  }

  open(owner: SessionOwner): string {
    return this.#seal.make(owner);
  }

  /** The session, if it belongs to this owner and has not ended. A foreign one counts as unknown. */
  async find(id: string, owner: SessionOwner): Promise<Session | undefined> {
    const session = this.#sealed(id, owner);
    if (session === undefined || this.#clock.now() >= session.until) return undefined;
    return (await this.haveEnded([session])).has(session) ? undefined : session;
  }

  async end({ hash, until }: Session): Promise<void> {
    await this.#ended.end(hash, until);
  }

  /** Those of some sessions that were ended, here or by another process. */
  async haveEnded(sessions: readonly Session[]): Promise<ReadonlySet<Session>> {
    const ended = await this.#ended.ended(sessions.map(({ hash }) => hash));
    return new Set(sessions.filter(({ hash }) => ended.has(hash)));
  }

  #sealed(id: string, owner: SessionOwner): Session | undefined {
    const key = `${owner.surface}\0${owner.credentialId ?? ''}\0${id}`;
    const known = this.#checked.get(key);
    if (known !== undefined) return known;
    const until = this.#seal.endOf(id, owner);
    if (until === undefined) return undefined;
    const session = { id, owner, until, hash: sessionHash(id) };
    this.#checked.set(key, session);
    return session;
  }
}
