import type { GuestLane, GuestStatement } from '../../../core/olap/port.ts';
import { sqlFailure } from './failure.ts';

/** @throws SQL_REFUSED, SQL_ERROR, SQL_LIMIT, STORE_UNREACHABLE */
export type AskGuest = (statement: Omit<GuestStatement, 'signal'>) => Promise<Uint8Array>;

/** Asks about a query. @throws as `AskGuest` */
export type Check = (sql: string) => Promise<unknown>;

export function askGuest(guests: GuestLane, signal: AbortSignal): AskGuest {
  return async (statement) => {
    const answer = await guests.ask({ ...statement, signal });
    if (answer.kind === 'answered') return answer.bytes;
    throw sqlFailure(answer.exception);
  };
}

export function json(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}
