import { createHash } from 'node:crypto';
import type { SessionOwner } from './session-seal.ts';

/** One client's session, as a request of its owner names it. */
export interface Session {
  readonly id: string;
  readonly owner: SessionOwner;
  /** Unix milliseconds, when it ends by itself. */
  readonly until: number;
}

/** What a store knows an ended session by: ids are as good as a key to the session and stay out of it. */
export function sessionHash({ id }: Pick<Session, 'id'>): string {
  return createHash('sha256').update(id).digest('hex');
}
