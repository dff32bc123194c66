import { afterAll, beforeAll, expect, test } from 'vitest';
import { createState } from '../../../api/state/state.ts';
import { failLines, listLines, unmatchedLines } from '../../../cli/treasury/lines.ts';
import {
  failedLine,
  payableFile,
  payableLine,
  unmatchedLine,
  unmatchedText,
} from '../../../cli/treasury/render.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { collect } from '../../support/collect.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { openMigrated } from '../../support/migrated-store.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { testWallet } from '../../support/wallets.ts';

const { address: WALLET } = testWallet('payee');
const { address: MINT } = testWallet('mint');

let directory: TemporaryDirectory;
let decisions: DecisionStore;
let olap: Olap;
beforeAll(async () => {
  directory = await temporaryDirectory();
  olap = await openMigrated({ dataDir: directory.path, logger: createLogger('silent') });
  decisions = await embeddedDecisions();
});
afterAll(async () => {
  await olap.close();
  await decisions[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

const parts = () => ({
  olap,
  oltp: decisions.oltp,
  clock: systemClock,
  signal: new AbortController().signal,
});

test('open requests are a payable file, in either format, and gone from it once they are given up', async () => {
  const { payouts } = createState(decisions.oltp);
  for (const [recordId, amount] of [
    [1n, 1_250_000n],
    [2n, 1n],
  ] as const) {
    await payouts.open({
      ...{ wallet: WALLET, program: 'referral', payoutMint: MINT, requestedBy: WALLET },
      ...{ idempotencyKey: undefined, records: [{ recordId, amount }], now: Date.UTC(2026, 9, 1) },
    });
  }
  const rows = (await collect(listLines(parts()))).map((line) => payableLine.parse(line));
  const ids = rows.map(({ request_id }) => request_id);
  expect(payableFile(rows, 'csv')).toBe(
    [
      'request_id,wallet,mint,amount_base_units,amount,memo',
      `${ids[0]},${WALLET},${MINT},1250000,1.25,launchlens:payout:${ids[0]}`,
      `${ids[1]},${WALLET},${MINT},1,0.000001,launchlens:payout:${ids[1]}`,
      '',
    ].join('\r\n'),
  );
  expect(JSON.parse(payableFile(rows, 'json'))).toEqual(rows);
  const input = { request_id: ids[0] ?? '', reason: 'wrong', operator: 'somebody@here' };
  const [failed] = await collect(failLines(parts(), input));
  expect(failedLine.parse(failed)).toEqual({ request_id: ids[0], status: 'failed', earning_count: 1 });
  expect((await collect(listLines(parts()))).map(({ request_id }) => request_id)).toEqual([ids[1]]);
});

test('what settles nothing is told newest first, with everything that is known of it', async () => {
  const { unmatchedSettlements } = createState(decisions.oltp);
  for (const slot of [5n, 9n]) {
    await unmatchedSettlements.save({
      ...{ signature: `signature ${slot}`, ordinal: 0, slot, destination: WALLET, mint: MINT, amount: 7n },
      ...{ memo: slot === 5n ? 'thanks' : undefined, requestId: undefined },
      ...{ reason: 'no memo names a payout request', foundAt: 0 },
    });
  }
  const lines = (await collect(unmatchedLines(parts(), { limit: 10 }))).map((line) =>
    unmatchedLine.parse(line),
  );
  expect(lines.map(({ slot }) => slot)).toEqual(['9', '5']);
  expect(lines.map(unmatchedText).join('')).toBe(
    [
      'slot 9  signature 9',
      `  7 of ${MINT} to ${WALLET}`,
      '  no memo',
      '  no memo names a payout request',
      'slot 5  signature 5',
      `  7 of ${MINT} to ${WALLET}`,
      '  memo "thanks"',
      '  no memo names a payout request',
      '',
    ].join('\n'),
  );
});
