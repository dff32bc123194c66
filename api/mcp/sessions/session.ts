import { createHash } from 'node:crypto';
import type { SessionOwner } from './session-seal.ts';

/** One client's session, as a request of its owner names it. */
export interface Session {
  readonly id: string;
  readonly owner: SessionOwner;
  /** Unix milliseconds at which it expires. */
  readonly until: number;
  /** The store's key for an ended session: ids are as good as a credential and are not stored. */
  readonly hash: string;
}

export function sessionHash(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}
