import { afterAll, beforeAll, expect, test } from 'vitest';
import { createState } from '../../../api/state/state.ts';
import { TREASURY_ORDERS } from '../../../cli/treasury/orders.ts';
import {
  notPayableText,
  openPayoutsJson,
  partedPayouts,
  payableFile,
  unmatchedText,
} from '../../../cli/treasury/render.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import { createRewardLedger } from '../../../core/ledger/ledger.ts';
import type { RewardLedger } from '../../../core/ledger/port.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { UnpayableReason } from '../../../core/rules/payable-records.ts';
import { payoutMemo } from '../../../core/rules/payout-memo.ts';
import type { RewardEvent } from '../../../core/rules/rewards.ts';
import { indexTransfers, TREASURY } from '../../api/support/treasury-index.ts';
import { collect } from '../../support/collect.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { manualClock } from '../../support/manual-clock.ts';
import { openMigrated } from '../../support/migrated-store.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { testWallet } from '../../support/wallets.ts';

const { address: WALLET } = testWallet('payee');
const { address: MINT } = testWallet('mint');

const DAY_MS = 24 * 3_600_000;
const NOW = Date.UTC(2026, 9, 20);
const clock = manualClock(NOW);
const logger = createLogger('silent');

let directory: TemporaryDirectory;
let decisions: DecisionStore;
let olap: Olap;
let ledger: RewardLedger;
beforeAll(async () => {
  directory = await temporaryDirectory();
  olap = await openMigrated({ dataDir: directory.path, logger });
  ledger = createRewardLedger({ olap, clock, logger, preMint: async () => false });
  decisions = await embeddedDecisions();
  // An index that is caught up, and has seen all that the treasury paid
  await indexTransfers(olap.writer, [], { revision: 1n, slot: 10n, final: 1n, at: NOW });
});
afterAll(async () => {
  await ledger.close();
  await olap.close();
  await decisions[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

const { signal } = new AbortController();
const { list, fail, unmatched } = TREASURY_ORDERS;
const parts = () => ({
  olap,
  oltp: decisions.oltp,
  clock,
  settings: { PAIRING_TOKEN_PREFIX: 'llp_', API_KEY_PREFIX: 'llk_', TREASURY_TOKEN_ACCOUNT: TREASURY },
});

/** Records of the wallet, matured and priced, in one request. */
async function request(...ids: readonly bigint[]): Promise<string> {
  const at = NOW - 8 * DAY_MS;
  const records = ids.map((recordId) => ({ recordId, amount: 1_250_000n }));
  const events = records.flatMap(({ recordId, amount }): RewardEvent[] => [
    { kind: 'accrued', recordId, at, program: 'referral', wallet: WALLET, amount: undefined },
    { kind: 'priced', recordId, at: at + 1, amount },
  ]);
  await ledger.append(events, { by: 'test' });
  const opened = await createState(decisions.oltp).payouts.open({
    wallet: WALLET,
    program: 'referral',
    payoutMint: MINT,
    requestedBy: WALLET,
    idempotencyKey: undefined,
    records,
    now: NOW,
  });
  return opened?.id.toString() ?? expect.fail('no request');
}

async function listed() {
  const lines = await collect(list.run(parts(), { vouched_by: null }, signal));
  return partedPayouts(lines.map((line) => list.line.parse(line)));
}

test('open requests are a payable file, in either format, and gone from it once they are given up', async () => {
  const ids = [await request(1n), await request(2n, 3n)];
  const { payable, notPayable } = await listed();
  expect(notPayableText(notPayable)).toBe('');
  expect(payableFile(payable, 'csv')).toBe(
    [
      'request_id,wallet,mint,amount_base_units,amount,memo',
      `${ids[0]},${WALLET},${MINT},1250000,1.25,launchlens:payout:${ids[0]}`,
      `${ids[1]},${WALLET},${MINT},2500000,2.5,launchlens:payout:${ids[1]}`,
      '',
    ].join('\r\n'),
  );
  expect(JSON.parse(payableFile(payable, 'json'))).toEqual(payable);
  const input = { request_id: ids[0] ?? '', reason: 'wrong', operator: 'somebody@here', vouched: false };
  const [failed] = await collect(fail.run(parts(), input, signal));
  expect(fail.line.parse(failed)).toEqual({ request_id: ids[0], status: 'failed', earning_count: 1 });
  expect((await listed()).payable.map(({ request_id }) => request_id)).toEqual([ids[1]]);
});

test('what came after a request was built keeps it out of the payable file, and it is told why', async () => {
  // Given requests that could all be paid
  const good = await request(100n);
  const late = { at: NOW - 1, reason: 'ticket 4711' };
  const since: readonly [UnpayableReason, RewardEvent][] = [
    ['held', { kind: 'held', recordId: 101n, ...late }],
    ['voided', { kind: 'voided', recordId: 103n, ...late }],
    ['repriced', { kind: 'priced', recordId: 105n, at: NOW - 1, amount: 1n }],
    ['paid', { kind: 'paid', recordId: 107n, at: NOW - 1, txSignature: 'elsewhere' }],
    ['contested', { kind: 'paid', recordId: 111n, at: NOW - 7 * DAY_MS, txSignature: 'too early' }],
    ['in_review', { kind: 'released', recordId: 109n, at: NOW + DAY_MS, reason: 'looked at' }],
  ];
  const ids = new Map<string, UnpayableReason>();
  for (const [reason, { recordId }] of since) ids.set(await request(recordId, recordId + 1n), reason);
  expect((await listed()).payable.map(({ request_id }) => request_id)).toEqual(
    expect.arrayContaining([good, ...ids.keys()]),
  );

  // When something happens to one record of each but the first
  const held: RewardEvent = { kind: 'held', recordId: 109n, ...late };
  await ledger.append([...since.map(([, event]) => event), held], { by: 'test' });

  // Then they are listed beside what may be paid, each with the record and the reason
  const { payable, notPayable } = await listed();
  expect(payable.map(({ request_id }) => request_id)).toContain(good);
  const told = notPayable.map(({ request_id, amount_base_units, because }) => ({
    request_id,
    amount_base_units,
    because,
  }));
  expect(told).toEqual(
    [...ids].map(([request_id, reason], at) => ({
      request_id,
      amount_base_units: '2500000',
      because: [{ record_id: since[at]?.[1].recordId.toString(), reason }],
    })),
  );
  for (const id of ids.keys()) {
    expect(payableFile(payable, 'csv')).not.toContain(payoutMemo(BigInt(id)));
  }
  expect(JSON.parse(openPayoutsJson({ payable, notPayable }))).toEqual({ payable, not_payable: notPayable });
  const [first, second] = ids.keys();
  expect(notPayableText(notPayable)).toMatch(
    new RegExp(
      `^6 open payout requests are not payable and omitted: ${first} \\(record 101 is held for review\\), ${second} \\(record 103 was voided\\), .*\\n$`,
    ),
  );

  // And a release makes its request payable again
  await ledger.append([{ kind: 'released', recordId: 101n, at: NOW, reason: 'fine' }], { by: 'test' });
  expect((await listed()).payable.map(({ request_id }) => request_id)).toContain(first);
});

test('what settles nothing is told newest first, with everything that is known of it', async () => {
  const { unmatchedSettlements } = createState(decisions.oltp);
  for (const slot of [5n, 9n]) {
    await unmatchedSettlements.save({
      signature: `signature ${slot}`,
      ordinal: 0,
      slot,
      destination: WALLET,
      mint: MINT,
      amount: 7n,
      memo: slot === 5n ? 'thanks' : undefined,
      requestId: undefined,
      reason: 'no memo names a payout request',
      foundAt: 0,
    });
  }
  const lines = (await collect(unmatched.run(parts(), { limit: 10 }, signal))).map((line) =>
    unmatched.line.parse(line),
  );
  expect(lines.map(({ slot }) => slot)).toEqual(['9', '5']);
  expect(lines.map(unmatchedText).join('\n')).toBe(
    [
      'slot 9  signature 9',
      `  7 of ${MINT} to ${WALLET}`,
      '  no memo',
      '  no memo names a payout request',
      'slot 5  signature 5',
      `  7 of ${MINT} to ${WALLET}`,
      '  memo "thanks"',
      '  no memo names a payout request',
    ].join('\n'),
  );
});
