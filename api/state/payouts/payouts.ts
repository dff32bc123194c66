import type { Oltp } from '../../../core/oltp/port.ts';
import { type Fields, first, integerColumn, record } from '../../../core/oltp/statements.ts';
import type { PayoutStatus } from '../../../schemas/payout-statuses.ts';
import { type OpenRequest, openRequest } from './open-request.ts';
import { emitPayout, type PayoutRequest, payoutRecord, payoutRequest } from './request.ts';

const { columns, row, shape } = payoutRequest;

const FIND = `SELECT ${columns} FROM payout_requests WHERE id = $1`;
const LIST_OPEN = `SELECT ${columns} FROM payout_requests
  WHERE status = 'requested' AND id > $1 ORDER BY id LIMIT $2`;
const LIST = `SELECT ${columns} FROM payout_requests
  WHERE wallet = $1 AND ($2::text IS NULL OR status = $2) ORDER BY id DESC LIMIT $3 OFFSET $4`;
const OPEN_BY_PROGRAM = `SELECT program, sum(earning_count)::bigint AS records, sum(reward_amount) AS amount
  FROM payout_requests WHERE wallet = $1 AND status = 'requested' GROUP BY program`;
const openSum = record({ program: shape.program, records: integerColumn, amount: integerColumn });
export type OpenSum = Fields<typeof openSum.shape>;
const REQUESTS_OF = `SELECT record_id, request_id FROM payout_request_records
  WHERE released_at IS NULL AND record_id = ANY ($1::numeric[])`;
const requestOfRecord = record({ recordId: integerColumn, requestId: integerColumn });
const RECORDS = `SELECT ${payoutRecord.columns} FROM payout_request_records WHERE request_id = $1 ORDER BY record_id`;
const GIVEN_UP_FOR = `SELECT over, ${columns} FROM (
    SELECT DISTINCT mine.request_id AS over, earlier.request_id AS given_up
    FROM payout_request_records AS mine
    JOIN payout_request_records AS earlier ON earlier.record_id = mine.record_id
    WHERE mine.request_id = ANY ($1::bigint[]) AND earlier.released_at IS NOT NULL
  ) AS pairs
  JOIN payout_requests ON id = given_up AND id <> over ORDER BY over, id`;
const givenUp = record({ over: integerColumn, ...shape });
const SETTLE = `UPDATE payout_requests SET status = 'settled', tx_signature = $2, closed_at = $3
  WHERE id = $1 AND status = 'requested' RETURNING ${columns}`;
const FAIL = `UPDATE payout_requests SET status = 'failed', reason = $2, closed_at = $3
  WHERE id = $1 AND status = 'requested' RETURNING ${columns}`;
const RELEASE =
  'UPDATE payout_request_records SET released_at = $2 WHERE request_id = $1 AND released_at IS NULL';

export interface PayoutPage {
  readonly wallet: string;
  readonly status: PayoutStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Payout requests and their records. */
export type Payouts = ReturnType<typeof createPayouts>;

export function createPayouts(oltp: Oltp) {
  return {
    /** One request over the records of no other; undefined if nothing is left. */
    open: (asked: OpenRequest) => openRequest(oltp, asked),
    find: (id: bigint) => first(oltp, FIND, [id], row),
    /** The requests of a wallet, newest first. */
    list: ({ wallet, status, limit, offset }: PayoutPage) =>
      oltp.query(LIST, [wallet, status, limit, offset], row),
    /** What the open requests of a wallet add up to, by programme. */
    openByProgram: (wallet: string) => oltp.query(OPEN_BY_PROGRAM, [wallet], openSum.row),
    /** The open or settled request of each record that is in one. */
    requestsOf: async (records: readonly bigint[]): Promise<ReadonlyMap<bigint, bigint>> => {
      const found = await oltp.query(REQUESTS_OF, [records], requestOfRecord.row);
      return new Map(found.map(({ recordId, requestId }) => [recordId, requestId]));
    },
    /** Open requests, oldest first, after an id. */
    listOpen: ({ after = 0n, limit }: { readonly after?: bigint; readonly limit: number }) =>
      oltp.query(LIST_OPEN, [after, limit], row),
    /** The records of a request, including released ones, ordered by id. */
    records: (id: bigint) => oltp.query(RECORDS, [id], payoutRecord.row),
    /** The requests that were given up over a record of some requests, by those requests. */
    givenUpFor: async (ids: readonly bigint[]): Promise<ReadonlyMap<bigint, readonly PayoutRequest[]>> =>
      Map.groupBy(await oltp.query(GIVEN_UP_FOR, [ids], givenUp.row), ({ over }) => over),
    /** Moves an open request to settled; undefined if it is not open. Its records stay in it, since they are paid. */
    settle: (
      id: bigint,
      {
        txSignature,
        slot,
        now,
      }: { readonly txSignature: string; readonly slot: bigint; readonly now: number },
    ) =>
      oltp.transaction(async (queries) => {
        const request = await first(queries, SETTLE, [id, txSignature, new Date(now)], row);
        if (request) await emitPayout(queries, request, { at: now, slot });
        return request;
      }),
    /** Moves an open request to failed and releases its records; undefined if it is not open. */
    fail: (id: bigint, { reason, now }: { readonly reason: string; readonly now: number }) =>
      oltp.transaction(async (queries) => {
        const request = await first(queries, FAIL, [id, reason, new Date(now)], row);
        if (!request) return undefined;
        await queries.run(RELEASE, [id, new Date(now)]);
        await emitPayout(queries, request, { at: now });
        return request;
      }),
  };
}
