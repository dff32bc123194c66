import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { first, lockName } from '../../../core/oltp/statements.ts';
import type { RewardProgram } from '../../../schemas/reward-programs.ts';
import { U64_MAX } from '../../../schemas/u64.ts';
import { emitPayout, type PayoutRecord, type PayoutRequest, payoutRecord, payoutRequest } from './request.ts';

export interface OpenRequest {
  readonly wallet: string;
  readonly program: RewardProgram;
  readonly payoutMint: string;
  /** The requester: the wallet itself, or the owner of an agent wallet. */
  readonly requestedBy: string;
  /** A repeat with the same key returns the same request. */
  readonly idempotencyKey: string | undefined;
  /** The payable records by the ledger; those already in a request are left out. */
  readonly records: readonly PayoutRecord[];
  readonly now: number;
}

const BY_KEY = `SELECT ${payoutRequest.columns} FROM payout_requests
  WHERE wallet = $1 AND program = $2 AND idempotency_key = $3`;
const TAKEN = `SELECT ${payoutRecord.columns} FROM payout_request_records
  WHERE released_at IS NULL AND record_id = ANY ($1::numeric[])`;
const INSERT = `INSERT INTO payout_requests
    (wallet, program, payout_mint, requested_by, idempotency_key, reward_amount, earning_count, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING ${payoutRequest.columns}`;
const INSERT_RECORDS = `INSERT INTO payout_request_records (request_id, record_id, amount)
  SELECT $1, record_id, amount FROM unnest($2::numeric[], $3::numeric[]) AS records (record_id, amount)`;

/**
 * Creates one request over the records that are in no other request, up to what one transfer can pay, in one
 * transaction; undefined if there are none, or their sum is zero. Requests of one wallet and programme are created one
 * after another; a unique index additionally guarantees that no record is in two.
 */
export function openRequest(oltp: Oltp, asked: OpenRequest): Promise<PayoutRequest | undefined> {
  return oltp.transaction(async (queries) => {
    await lockName(queries, `payout ${asked.program} ${asked.wallet}`);
    const earlier = await requestOfKey(queries, asked);
    if (earlier) return earlier;
    const records = carriedByOneTransfer(await inNoRequest(queries, asked.records));
    return records.length === 0 ? undefined : insert(queries, asked, records);
  });
}

async function requestOfKey(
  queries: Queries,
  { wallet, program, idempotencyKey }: OpenRequest,
): Promise<PayoutRequest | undefined> {
  if (idempotencyKey === undefined) return undefined;
  return first(queries, BY_KEY, [wallet, program, idempotencyKey], payoutRequest.row);
}

async function inNoRequest(queries: Queries, records: readonly PayoutRecord[]): Promise<PayoutRecord[]> {
  const ids = records.map(({ recordId }) => recordId);
  const taken = await queries.query(TAKEN, [ids], payoutRecord.row);
  const held = new Set(taken.map(({ recordId }) => recordId));
  return records.filter(({ recordId }) => !held.has(recordId));
}

/** The first records whose sum is a u64, like a transfer's amount. The others wait for the next request. */
function carriedByOneTransfer(records: readonly PayoutRecord[]): PayoutRecord[] {
  let total = 0n;
  const end = records.findIndex(({ amount }) => {
    total += amount;
    return total > U64_MAX;
  });
  return records.slice(0, end < 0 ? records.length : end);
}

async function insert(
  queries: Queries,
  { wallet, program, payoutMint, requestedBy, idempotencyKey, now }: OpenRequest,
  records: readonly PayoutRecord[],
): Promise<PayoutRequest | undefined> {
  const total = records.reduce((sum, { amount }) => sum + amount, 0n);
  // A payment of zero does not exist, so a request for zero could never be settled.
  if (total === 0n) return undefined;
  const values = [
    wallet,
    program,
    payoutMint,
    requestedBy,
    idempotencyKey,
    total,
    records.length,
    new Date(now),
  ];
  const request = await first(queries, INSERT, values, payoutRequest.row);
  if (!request) return undefined;
  const ids = records.map(({ recordId }) => recordId);
  await queries.run(INSERT_RECORDS, [request.id, ids, records.map(({ amount }) => amount)]);
  await emitPayout(queries, request, { at: now });
  return request;
}
