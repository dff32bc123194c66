import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createPayouts, type Payouts } from '../../../api/state/payouts/payouts.ts';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { booleanColumn, integerColumn, smallColumn } from '../../../core/oltp/statements.ts';
import { type SharedDecisionStore, serverDecisions } from '../../support/decision-stores.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../../support/postgres-server.ts';

const NOW = Date.parse('2026-10-01T12:00:00Z');
const RECORDS = 12;

/** What somebody does while others do something else. Wallets share records here, which the ledger never lets happen. */
const deed = fc.oneof(
  fc.record({
    does: fc.constant('open' as const),
    wallet: fc.constantFrom('a', 'b'),
    key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined }),
    records: fc.uniqueArray(fc.integer({ min: 1, max: RECORDS }), { minLength: 1 }),
  }),
  fc.record({
    does: fc.constantFrom('settle' as const, 'fail' as const),
    nth: fc.integer({ min: 0, max: 5 }),
  }),
);
type Deed = typeof deed extends fc.Arbitrary<infer Value> ? Value : never;

const requestRow = z.object({
  ...{ status: z.string(), total: integerColumn, records: smallColumn, released: smallColumn },
  ...{ reward_amount: integerColumn, earning_count: smallColumn },
});
const REQUESTS = `SELECT status, reward_amount, earning_count, sum(amount) AS total, count(*) AS records,
    count(released_at) AS released
  FROM payout_requests JOIN payout_request_records ON request_id = id GROUP BY id`;
const TWICE = `SELECT EXISTS (
  SELECT FROM payout_request_records WHERE released_at IS NULL GROUP BY record_id HAVING count(*) > 1
) AS twice`;

describe.skipIf(postgresIsMissing)(POSTGRES_SUITE_NAME, () => {
  let store: SharedDecisionStore;
  let pools: Payouts[];
  beforeAll(async () => {
    store = await serverDecisions();
    pools = [createPayouts(store.oltp), createPayouts(await store.another())];
  });
  afterAll(async () => {
    await store?.[Symbol.asyncDispose]();
  });

  async function carryOut(payouts: Payouts, what: Deed): Promise<void> {
    if (what.does === 'open') {
      const { wallet, key, records } = what;
      const asked = { wallet, program: 'referral', payoutMint: 'm', requestedBy: wallet, now: NOW } as const;
      const worth = records.map((id) => ({ recordId: BigInt(id), amount: BigInt(id) * 10n }));
      await payouts.open({ ...asked, idempotencyKey: key, records: worth });
      return;
    }
    const open = await payouts.listOpen({ limit: 10 });
    const id = open[what.nth % Math.max(1, open.length)]?.id;
    if (id === undefined) return;
    if (what.does === 'settle') await payouts.settle(id, { txSignature: 'sig', slot: 9n, now: NOW });
    else await payouts.fail(id, { reason: 'asked', now: NOW });
  }

  test('whatever happens at once over two pools, no record is in two requests and every sum is its records’', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { minLength: 5, maxLength: 40 }), async (deeds) => {
        await store.oltp.script('TRUNCATE payout_requests CASCADE');

        const done = await Promise.allSettled(
          deeds.map((what, at) => carryOut(pools[at % pools.length] as Payouts, what)),
        );

        // Two wallets that reach for one record are told apart by the index alone.
        for (const one of done) {
          if (one.status === 'rejected') expect(isLaunchlensError(one.reason, 'OLTP_CONFLICT')).toBe(true);
        }
        expect(await store.oltp.query(TWICE, [], z.object({ twice: booleanColumn }))).toEqual([
          { twice: false },
        ]);
        for (const request of await store.oltp.query(REQUESTS, [], requestRow)) {
          expect([request.reward_amount, request.earning_count]).toEqual([request.total, request.records]);
          expect(request.released).toBe(request.status === 'failed' ? request.records : 0);
        }
      }),
      { numRuns: 40 },
    );
  });
});
