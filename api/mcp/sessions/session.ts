import { createHash } from 'node:crypto';
import type { SessionOwner } from './session-seal.ts';

/** One client's session, as a request of its owner names it. */
export interface Session {
  readonly id: string;
  readonly owner: SessionOwner;
  /** Unix milliseconds, when it ends by itself. */
  readonly until: number;
  /** What a store knows it by once it ended: ids are as good as a key to the session and stay out of it. */
  readonly hash: string;
}

export function sessionHash(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
