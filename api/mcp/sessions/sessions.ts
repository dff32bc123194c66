import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../core/kernel/clock.ts';
import type { Session, SessionOwner } from './session.ts';

const ID_BYTES = 24;

export interface SessionBounds {
  /** Sessions unused for so long are ended. */
  readonly idleMs: number;
  readonly sessions: number;
  readonly perAddress: number;
}

/**
 * The sessions of all surfaces. Clients seldom end theirs, so each ends when it was idle too long or when its place
 * is needed: the one that its address used longest ago goes first, then the one that anybody used longest ago.
 */
export class Sessions {
  readonly #perAddress: number;
  readonly #sessions: LRUCache<string, Session>;
  /** By address, the session used longest ago first. */
  readonly #addresses = new Map<string, Set<Session>>();

  constructor({ idleMs, sessions, perAddress }: SessionBounds, clock: Clock) {
    this.#perAddress = perAddress;
    this.#sessions = new LRUCache({
      max: sessions,
      ttl: idleMs,
      ttlResolution: 0,
      perf: clock,
      dispose: (session) => this.#close(session),
    });
  }

  get size(): number {
    return this.#sessions.size;
  }

  open(owner: SessionOwner, address: string): Session {
    const [oldest, ...others] = this.#addresses.get(address) ?? [];
    if (oldest && others.length + 1 >= this.#perAddress) this.end(oldest);
    const id = randomBytes(ID_BYTES).toString('base64url');
    const session: Session = { id, owner, address, inFlight: new Map(), stream: undefined };
    this.#sessions.set(id, session);
    this.#noteUse(session);
    return session;
  }

  /** The session, if it is this owner's and still there. Another's is as unknown as none. Counts as use. */
  find(id: string, owner: SessionOwner): Session | undefined {
    const session = this.#sessions.peek(id);
    if (session === undefined || session.owner.surface !== owner.surface) return undefined;
    this.touch(session);
    return session;
  }

  touch(session: Session): void {
    if (this.#sessions.get(session.id, { updateAgeOnGet: true })) this.#noteUse(session);
  }

  end(session: Session): void {
    this.#sessions.delete(session.id);
  }

  /** Ends what was idle too long, and beats on the streams of the rest; an open stream is use. */
  sweep(): void {
    this.#sessions.purgeStale();
    for (const session of [...this.#sessions.values()]) {
      if (session.stream === undefined) continue;
      session.stream.beat();
      this.touch(session);
    }
  }

  closeAll(): void {
    this.#sessions.clear();
  }

  #noteUse(session: Session): void {
    const held = this.#addresses.get(session.address);
    held?.delete(session);
    if (held) held.add(session);
    else this.#addresses.set(session.address, new Set([session]));
  }

  #close(session: Session): void {
    session.stream?.close();
    const held = this.#addresses.get(session.address);
    held?.delete(session);
    if (held?.size === 0) this.#addresses.delete(session.address);
  }
}
