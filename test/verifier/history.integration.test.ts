import { describe, expect, test } from 'vitest';
import { type FakeMove, fakeHistory } from '../support/verifier/fake-history.ts';
import { type FakeLaunchOptions, PLEDGES } from '../support/verifier/fake-launch.ts';
import { STATUS, seededAddress } from '../support/verifier/launch-bytes.ts';
import { failedChecks, stage } from '../support/verifier/stage.ts';

const failed = { status: STATUS.failed, minRaise: 601n };
const REFUNDED = PLEDGES.map((pledge) => ({ ...pledge, refunded: true }));
/** Each pledge of the fake launch, through the program. */
const pledged: readonly FakeMove[] = PLEDGES.map(({ pledger, amount }) => ({
  amount,
  pledge: seededAddress('pledge', 7n, pledger.toBytes()).toBase58(),
}));
const refunds: readonly FakeMove[] = pledged.map((move) => ({ ...move, amount: -move.amount }));

/** Verifies a launch whose escrow has this history, oldest first. */
async function verify(options: FakeLaunchOptions, moves: readonly FakeMove[], ...more: string[]) {
  await using given = await stage(options);
  given.node.answer(
    ['getSignaturesForAddress', 'getTransaction'],
    fakeHistory(given.launch.escrowAddress, moves),
  );
  const run = await given.verify('--history', ...more);
  return { run, methods: given.node.calls.map(({ method }) => method) };
}

describe('the history of an escrow', () => {
  test('tells a gift from the pledges', async () => {
    const { run } = await verify({ escrow: 605n }, [...pledged, { amount: 5n }]);
    expect(failedChecks(run)).toEqual([]);
    expect(run.stdout).toContain('OK    escrow_surplus_sent_in_as_gifts            expected <= 5, found 5');
    expect(run.stdout).toContain('transfers past the escrow program brought 5, the newest in transaction');
    expect(run.stdout).toContain('All 12 checks hold');
  });

  test('names the gift that stands in a finalized escrow, which still fails its own check', async () => {
    const collected = { amount: -600n, pledge: seededAddress('launch', 7n).toBase58() };
    const terms = { status: STATUS.finalized };
    const { run } = await verify({ terms, escrow: 1n }, [...pledged, collected, { amount: 1n }]);
    expect(failedChecks(run)).toEqual(['escrow_balance_matches_pledges_held']);
    expect(run.stdout).toContain('finalized, but the escrow holds 1: most likely');
    expect(run.stdout).toContain('transfers past the escrow program brought 1');
  });

  test('sees that every Pledge is marked refunded and nobody was paid', async () => {
    const { run } = await verify({ terms: failed, pledges: REFUNDED, escrow: 600n }, pledged);
    expect(failedChecks(run)).toEqual(['escrow_surplus_sent_in_as_gifts', 'refunded_pledges_paid_back']);
    expect(run.stdout).toContain('600 of the surplus are pledges that were not paid out');
    expect(run.stdout).toContain('do not pay back 3 of 3 refunded Pledges');
    expect(run.exit).toBe(1);
  });

  test('sees a refund that a gift is to cover up', async () => {
    const moves = [...pledged, ...refunds.slice(1), { amount: 100n }];
    const { run } = await verify({ terms: failed, pledges: REFUNDED, escrow: 200n }, moves);
    expect(failedChecks(run)).toEqual(['escrow_surplus_sent_in_as_gifts', 'refunded_pledges_paid_back']);
  });

  test('holds for a launch that paid everyone back, beside transactions that failed or came later', async () => {
    const noise = [
      { amount: 7n, failed: true },
      { amount: 9n, slot: 1_001 },
    ];
    const { run } = await verify({ terms: failed, pledges: REFUNDED }, [...pledged, ...refunds, ...noise]);
    expect(failedChecks(run)).toEqual([]);
    expect(run.stdout).toContain('refunded_pledges_paid_back                 expected 3, found 3');
  });

  test('is read page by page', async () => {
    const gifts = Array.from({ length: 1_000 }, () => ({ amount: 1n, slot: 900 }));
    const { run, methods } = await verify({ escrow: 1_600n }, [...pledged, ...gifts]);
    expect(failedChecks(run)).toEqual([]);
    expect(methods.filter((method) => method === 'getSignaturesForAddress')).toHaveLength(2);
  });

  test('is not asked for where nothing is to explain', async () => {
    const { run, methods } = await verify({}, []);
    expect(run.exit).toBe(0);
    expect(methods).not.toContain('getSignaturesForAddress');
  });

  test('that a node forgot in part proves nothing', async () => {
    const { run } = await verify({ escrow: 605n }, [...pledged.slice(1), { amount: 5n }]);
    expect(run.stderr).toContain(
      'its 3 transactions add up to 505, the balance is 605; name a node that keeps',
    );
    expect(run).toMatchObject({ stdout: '', exit: 2 });
  });
});
