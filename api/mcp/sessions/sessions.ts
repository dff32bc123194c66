import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/kernel/clock.ts';
import type { EndedSessions } from '../../state/ended-sessions.ts';
import type { SessionOwner, SessionSeal } from './session-seal.ts';

/** One client's session, as a request of its owner names it. */
export interface Session {
  readonly id: string;
  readonly owner: SessionOwner;
  /** Unix milliseconds at which it expires. */
  readonly until: number;
  /** The store's key for an ended session: ids are as good as a credential and are not stored. */
  readonly hash: string;
}

function sessionHash(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** More than anyone ends in practice; beyond it the oldest is dropped. */
const MOST = 100_000;

/** Ended sessions of a process without a store of decisions: its sessions end with it, since its key does. */
export function heldEndedSessions(clock: Clock): EndedSessions {
  // Limited by size, because a limit on entries would allocate room for all of them at once.
  const bound = { maxSize: MOST, sizeCalculation: () => 1 };
  const ended = new LRUCache<string, true>({ ...bound, ttl: 1, ttlResolution: 0, perf: clock });
  return {
    end: async (idHash, until) => {
      ended.set(idHash, true, { ttl: Math.max(1, until - clock.now()) });
    },
    ended: async (idHashes) => new Set(idHashes.filter((hash) => ended.has(hash))),
  };
}

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
