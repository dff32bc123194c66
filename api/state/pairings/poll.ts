import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { first } from '../../../core/oltp/statements.ts';
import type { Credential, SecretPrint } from '../credentials/credential.ts';
import { insertCredential } from '../credentials/issue.ts';
import { type Pairing, pairing } from './pairing.ts';

export interface Poll {
  /** SHA-256 of the device code, in hex. */
  readonly deviceHash: string;
  /** What is stored of the token, if this poll gets it. */
  readonly print: SecretPrint;
  /** Unix milliseconds. */
  readonly now: number;
  readonly surface: string;
}

export type PollOutcome =
  | { readonly status: 'pending' | 'slow_down'; readonly intervalSeconds: number }
  | { readonly status: 'approved'; readonly credential: Credential }
  | { readonly status: 'denied' | 'expired' };

/** Added to the interval by each poll that comes too soon, up to the longest. */
const SLOWER_SECONDS = 5;
const SLOWEST_SECONDS = 60;

/** A poll on time may arrive this much early, because clocks and timers are not exact. */
const TOLERATED_MS = 200;

const LOCKED = `SELECT ${pairing.columns} FROM pairings WHERE device_hash = decode($1, 'hex') FOR UPDATE`;
const POLLED = 'UPDATE pairings SET polled_at = $2, interval_seconds = $3 WHERE id = $1';
const DELIVER = `UPDATE pairings SET status = 'delivered', credential_id = $2 WHERE id = $1 AND status = 'approved'`;

/**
 * What a polling agent learns. The first poll after the approval creates the token, and the pairing is delivered in the
 * same transaction: of any number of concurrent polls, in any number of processes, exactly one gets it.
 */
export function poll(oltp: Oltp, asked: Poll): Promise<PollOutcome> {
  return oltp.transaction(async (queries): Promise<PollOutcome> => {
    const found = await first(queries, LOCKED, [asked.deviceHash], pairing.row);
    if (!found || found.expiresAt <= asked.now || found.status === 'delivered') return { status: 'expired' };
    if (found.status === 'denied') return { status: 'denied' };
    return found.status === 'approved' ? deliver(queries, found, asked) : wait(queries, found, asked);
  });
}

async function wait(
  queries: Queries,
  { id, polledAt, intervalSeconds }: Pairing,
  { now }: Poll,
): Promise<PollOutcome> {
  const tooSoon = polledAt !== undefined && now - polledAt + TOLERATED_MS < intervalSeconds * 1000;
  const next = tooSoon ? Math.min(SLOWEST_SECONDS, intervalSeconds + SLOWER_SECONDS) : intervalSeconds;
  await queries.run(POLLED, [id, new Date(now), next]);
  return { status: tooSoon ? 'slow_down' : 'pending', intervalSeconds: next };
}

async function deliver(
  queries: Queries,
  { id, owner, decidedAt, clientName, scopes, tokenExpiresAt }: Pairing,
  { print, now, surface }: Poll,
): Promise<PollOutcome> {
  if (owner === undefined) {
    throw new LaunchlensError('OLTP_BAD_ROW', { detail: `pairing ${id} is approved by nobody` });
  }
  const credential = await insertCredential(
    queries,
    {
      ...{ kind: 'token', owner, label: clientName, scopes, tier: 'paired', print },
      ...{ expiresAt: tokenExpiresAt, confirmedAt: decidedAt },
    },
    { at: now, surface, reason: 'paired' },
  );
  if ((await queries.run(DELIVER, [id, credential.id])) !== 1) {
    throw new LaunchlensError('OLTP_BAD_ROW', { detail: `pairing ${id} changed while it was locked` });
  }
  return { status: 'approved', credential };
}
