import { z } from 'zod';
import { integerColumn } from '../../../core/oltp/columns.ts';
import type { Oltp } from '../../../core/oltp/port.ts';
import { emitPayout } from './events.ts';
import { type OpenRequest, openRequest } from './open-request.ts';
import { type PayoutRecord, type PayoutRequest, REQUEST_COLUMNS, recordRow, requestRow } from './request.ts';

/** Payout requests and their records. */
export interface Payouts {
  /** One request over the records of no other; undefined if nothing is left. */
  open(asked: OpenRequest): Promise<PayoutRequest | undefined>;
  find(id: bigint): Promise<PayoutRequest | undefined>;
  /** Open requests, oldest first, after an id. */
  listOpen(page: { readonly after?: bigint; readonly limit: number }): Promise<PayoutRequest[]>;
  /** The records of a request, including released ones, ordered by id. */
  records(id: bigint): Promise<PayoutRecord[]>;
  /** The requests that were given up over a record of some requests, by those requests. */
  givenUpFor(ids: readonly bigint[]): Promise<ReadonlyMap<bigint, readonly PayoutRequest[]>>;
  /** Moves an open request to settled; undefined if it is not open. Its records stay in it, since they are paid. */
  settle(
    id: bigint,
    how: { readonly txSignature: string; readonly slot: bigint; readonly now: number },
  ): Promise<PayoutRequest | undefined>;
  /** Moves an open request to failed and releases its records; undefined if it is not open. */
  fail(
    id: bigint,
    why: { readonly reason: string; readonly now: number },
  ): Promise<PayoutRequest | undefined>;
}

const FIND = `SELECT ${REQUEST_COLUMNS} FROM payout_requests WHERE id = $1`;
const LIST_OPEN = `SELECT ${REQUEST_COLUMNS} FROM payout_requests
  WHERE status = 'requested' AND id > $1 ORDER BY id LIMIT $2`;
const RECORDS =
  'SELECT record_id, amount FROM payout_request_records WHERE request_id = $1 ORDER BY record_id';
const GIVEN_UP_FOR = `SELECT over, ${REQUEST_COLUMNS} FROM (
    SELECT DISTINCT mine.request_id AS over, earlier.request_id AS given_up
    FROM payout_request_records AS mine
    JOIN payout_request_records AS earlier ON earlier.record_id = mine.record_id
    WHERE mine.request_id = ANY ($1::bigint[]) AND earlier.released_at IS NOT NULL
  ) AS pairs
  JOIN payout_requests ON id = given_up AND id <> over ORDER BY over, id`;
const givenUpRow = z.object({ over: integerColumn }).and(requestRow);
const SETTLE = `UPDATE payout_requests SET status = 'settled', tx_signature = $2, closed_at = $3
  WHERE id = $1 AND status = 'requested' RETURNING ${REQUEST_COLUMNS}`;
const FAIL = `UPDATE payout_requests SET status = 'failed', reason = $2, closed_at = $3
  WHERE id = $1 AND status = 'requested' RETURNING ${REQUEST_COLUMNS}`;
const RELEASE =
  'UPDATE payout_request_records SET released_at = $2 WHERE request_id = $1 AND released_at IS NULL';

export function createPayouts(oltp: Oltp): Payouts {
  return {
    open: (asked) => openRequest(oltp, asked),
    find: async (id) => (await oltp.query(FIND, [id], requestRow))[0],
    listOpen: ({ after = 0n, limit }) => oltp.query(LIST_OPEN, [after, limit], requestRow),
    records: (id) => oltp.query(RECORDS, [id], recordRow),
    givenUpFor: async (ids) =>
      Map.groupBy(await oltp.query(GIVEN_UP_FOR, [ids], givenUpRow), ({ over }) => over),
    settle: (id, { txSignature, slot, now }) =>
      oltp.transaction(async (queries) => {
        const [request] = await queries.query(SETTLE, [id, txSignature, new Date(now)], requestRow);
        if (request) await emitPayout(queries, request, { at: now, slot });
        return request;
      }),
    fail: (id, { reason, now }) =>
      oltp.transaction(async (queries) => {
        const [request] = await queries.query(FAIL, [id, reason, new Date(now)], requestRow);
        if (!request) return undefined;
        await queries.run(RELEASE, [id, new Date(now)]);
        await emitPayout(queries, request, { at: now });
        return request;
      }),
  };
}
