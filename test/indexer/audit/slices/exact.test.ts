import { describe, expect, test } from 'vitest';
import { pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import { accountDigest } from '../../../../indexer/audit/account-table.ts';
import type { AuditOutcome } from '../../../../indexer/audit/outcome.ts';
import type { Mender } from '../../../../indexer/audit/ports.ts';
import { requestsOf, slicePlanOf } from '../../../../indexer/audit/slices/plan.ts';
import { launchBytes, pledgeBytes, tokenBytes } from '../../../support/audit/account-bytes.ts';
import { type AuditOverOptions, auditOver } from '../../../support/audit/audit-over.ts';
import { checksAt, digestAt, PROGRAM, stillProgram } from '../../../support/audit/busy-program.ts';
import type { AccountHistory } from '../../../support/audit/history.ts';
import { keyOf } from '../../../support/audit/history-lane.ts';
import { HistoryNode } from '../../../support/audit/history-node.ts';

const plan = slicePlanOf({});
const SLICES = plan?.slices.length ?? 0;
const REQUESTS = plan ? requestsOf(plan) : 0;
/** The slots of the first pass, the launches and the second pass. */
const [BELOW, AUDITED, ABOVE] = [1_000n, 1_020n, 1_040n];
const PLEDGE = keyOf('a pledge');
const ESCROW = keyOf('escrow of launch 1');

const pledge = (amount: bigint) => ({
  owner: PROGRAM,
  lamports: 3n,
  data: pledgeBytes({ launch_id: 1n, pledger: Buffer.alloc(32, 9), amount }),
});

/** A chain with one launch and one pledge that is 1 at first. */
function chainWith(...changes: readonly (readonly [slot: bigint, amount: bigint | undefined])[]) {
  const chain = stillProgram(() => 0);
  chain.put(10n, PLEDGE, pledge(1n));
  for (const [slot, amount] of changes)
    chain.put(slot, PLEDGE, amount === undefined ? undefined : pledge(amount));
  return chain;
}

/** A node that does not lag, and moves on exactly between the passes of the first reading. */
function nodeOf(history: AccountHistory): HistoryNode {
  const node = new HistoryNode({ history, head: BELOW, moves: 0, random: () => 0 });
  let between = 0;
  node.onRequest = () => {
    if (node.asked.length < SLICES) return;
    between += 1;
    // The accounts outside the program are read first, then the launches.
    node.head = node.asked.length > SLICES ? ABOVE : between === 1 ? BELOW : AUDITED;
  };
  return node;
}

function audit(chain: AccountHistory, options: Partial<AuditOverOptions> = {}): Promise<AuditOutcome> {
  return auditOver({ node: nodeOf(chain), index: chain.copy(), slices: 256, ...options });
}

describe('an audit in slices', () => {
  test('reads every slice below the audited slot, and again above it', async () => {
    const chain = chainWith();
    const node = nodeOf(chain);
    const steps: string[] = [];
    const onStep: AuditOverOptions['onStep'] = ({ requests }) =>
      requests && steps.push(`${requests.done} of ${requests.of}`);
    const outcome = await audit(chain, { node, onStep });

    const slots = node.asked.map(({ slot }) => slot);
    expect(slots).toEqual([
      ...Array.from({ length: SLICES }, () => BELOW),
      AUDITED,
      ...Array.from({ length: SLICES }, () => ABOVE),
    ]);
    expect(outcome).toMatchObject({ verdict: 'equal', slot: AUDITED });
    expect(outcome.inSlices).toEqual({ requests: REQUESTS, bracketed: 0 });
    expect([steps.length, steps[0], steps.at(-1)]).toEqual([551, '1 of 551', '551 of 551']);
  });

  test.each([
    ['changed before the audited slot', [[1_010n, 2n]]],
    ['changed after it', [[1_030n, 2n]]],
    ['changed at it', [[AUDITED, 2n]]],
    [
      'changed before and after',
      [
        [1_010n, 2n],
        [1_030n, 3n],
      ],
    ],
    ['closed before it', [[1_010n, undefined]]],
    ['closed after it', [[1_030n, undefined]]],
    [
      'appeared before it',
      [
        [10n, undefined],
        [1_010n, 2n],
      ],
    ],
    [
      'appeared after it',
      [
        [10n, undefined],
        [1_030n, 2n],
      ],
    ],
  ] as const)('knows an account that %s, by the index', async (_case, changes) => {
    const chain = chainWith(...changes);
    const outcome = await audit(chain);
    expect(outcome).toMatchObject({ verdict: 'equal', slot: AUDITED, inSlices: { bracketed: 1 } });
    expect(outcome.chainDigest.toString('hex')).toBe(digestAt(chain, AUDITED));
  });

  test('knows an escrow that changes between every read of it, by the index', async () => {
    const chain = chainWith();
    const escrow = (amount: bigint) => ({ owner: keyOf('tokens'), lamports: 2n, data: tokenBytes(amount) });
    for (const [slot, amount] of [
      [1_010n, 70n],
      [1_030n, 71n],
    ] as const)
      chain.put(slot, ESCROW, escrow(amount));
    const outcome = await audit(chain);
    expect(outcome).toMatchObject({ verdict: 'equal', slot: AUDITED, inSlices: { bracketed: 1 } });
    expect(outcome.chainDigest.toString('hex')).toBe(digestAt(chain, AUDITED));
    expect(outcome.launches).toEqual(checksAt(chain, AUDITED));
  });

  test('counts a Pledge once that moves from the first slice to the last', async () => {
    const walletOf = (first: number) => ({
      owner: PROGRAM,
      lamports: 3n,
      data: pledgeBytes({ launch_id: 1n, pledger: Buffer.alloc(32, first), amount: 4n }),
    });
    for (const [middle, slots] of [
      [100, [BELOW, BELOW + 5n, AUDITED, ABOVE]],
      [SLICES + 100, [BELOW, BELOW, AUDITED, ABOVE]],
    ] as const) {
      const chain = chainWith();
      chain.put(10n, PLEDGE, walletOf(0));
      chain.put(middle < SLICES ? BELOW + 3n : ABOVE + 3n, PLEDGE, walletOf(255));
      const node = new HistoryNode({ history: chain, head: BELOW, moves: 0, random: () => 0 });
      node.onRequest = () => {
        const { length } = node.asked;
        if (length < SLICES) node.head = length < middle ? slots[0] : slots[1];
        else if (length === SLICES) node.head = slots[2];
        else node.head = length < middle ? slots[3] : slots[3] + 5n;
      };
      const outcome = await audit(chain, { node });
      expect(outcome).toMatchObject({ verdict: 'equal', slot: AUDITED, inSlices: { bracketed: 0 } });
      expect(outcome.chainDigest.toString('hex')).toBe(digestAt(chain, AUDITED));
      expect(outcome.launches).toEqual(checksAt(chain, AUDITED));
    }
  });

  test('takes no answer from before the slot that it goes on from', async () => {
    const chain = chainWith();
    let lags = false;
    const node = new HistoryNode({ history: chain, head: BELOW, moves: 0, random: () => (lags ? 0.99 : 0) });
    node.onRequest = () => {
      lags = node.asked.length >= SLICES;
    };
    await audit(chain, { node });
    expect(new Set(node.asked.map(({ slot }) => slot))).toEqual(new Set([BELOW]));
  });

  test('does not believe the index about a change, unless it has both reads', async () => {
    const chain = chainWith([1_010n, 2n], [1_030n, 3n]);
    for (const [slot, read] of [
      [10n, 7n],
      [1_030n, 7n],
    ] as const) {
      const index = chain.copy();
      index.put(slot, PLEDGE, pledge(read));
      index.put(ABOVE + 1n, PLEDGE, pledge(3n));
      const outcome = await audit(chain, { index });
      // The index is right at the audited slot, but that reading proves nothing.
      expect(outcome.slot).toBeGreaterThan(AUDITED);
    }
  });

  test('does not believe in a launch that the node did not show at the audited slot', async () => {
    const chain = chainWith();
    const launch = { owner: PROGRAM, lamports: 5n, data: launchBytes({ launch_id: 7n }) };
    const index = chain.copy();
    chain.put(1_030n, keyOf('launch 7'), launch);
    index.put(1_010n, keyOf('launch 7'), launch);
    const outcome = await audit(chain, { index });
    expect(outcome.slot).toBeGreaterThan(AUDITED);
  });

  test('finds one difference that is there at every read, and repairs it at the slot of the last one', async () => {
    const chain = chainWith([1_030n, 3n]);
    const index = chain.copy();
    for (const slot of [10n, 1_030n]) index.put(slot, PLEDGE, pledge(8n));
    const mended: Parameters<Mender['mend']>[0][] = [];
    const mender: Mender = {
      decode: () => true,
      mend: async (mending) => {
        mended.push(mending);
      },
    };
    const outcome = await audit(chain, { index, mender });
    expect(outcome).toMatchObject({ verdict: 'different', slot: AUDITED, launches: [] });
    expect(outcome.differences).toHaveLength(1);
    expect(outcome.chainDigest).not.toEqual(outcome.indexDigest);
    expect(mended[0]?.coverage.at(-1)).toMatchObject({ state: 'repaired', to: ABOVE });
  });

  test('reads the accounts of a launch that appears meanwhile without reading all slices again', async () => {
    const chain = chainWith();
    const escrow = keyOf('escrow of launch 5');
    const data = launchBytes({ launch_id: 5n, escrow_token_account: pubkeyBytes(escrow) });
    chain.put(1_015n, keyOf('launch 5'), { owner: PROGRAM, lamports: 5n, data });
    chain.put(1_015n, escrow, { owner: keyOf('tokens'), lamports: 5n, data: tokenBytes(5n) });
    const outcome = await audit(chain);
    expect(outcome).toMatchObject({ verdict: 'equal', inSlices: { requests: REQUESTS + 1 } });
  });

  test('waits until the index covers the newest slice', async () => {
    const chain = chainWith([1_030n, 2n]);
    let behind = 30n;
    const outcome = await audit(chain, {
      ahead: () => -behind,
      onSleep: () => {
        behind -= 1n;
      },
    });
    expect(outcome).toMatchObject({ verdict: 'equal', slot: AUDITED });
    expect(behind).toBe(0n);
  });

  test('proves nothing with slices that the index lost meanwhile, or of a fork that died', async () => {
    const chain = chainWith([1_010n, 2n]);
    const node = nodeOf(chain);
    const lost = () => (node.head > AUDITED ? BELOW + 1n : 0n);
    expect((await audit(chain, { node, lost })).slot).toBeGreaterThan(AUDITED);
    const other = nodeOf(chain);
    const rollbacks = () => (other.head > AUDITED ? 1n : 0n);
    expect((await audit(chain, { node: other, rollbacks })).slot).toBeGreaterThan(AUDITED);
  });
});

describe('a wrong byte, and an account that only one side has', () => {
  const chain = chainWith();
  chain.put(10n, keyOf('empty'), { owner: PROGRAM, lamports: 1n, data: Buffer.alloc(0) });
  chain.put(10n, keyOf('short'), { owner: PROGRAM, lamports: 1n, data: Buffer.alloc(18, 1) });
  const like = Buffer.concat([pledge(1n).data, Buffer.of(0)]);
  chain.put(10n, keyOf('like a pledge'), { owner: PROGRAM, lamports: 1n, data: like });

  test.each(chain.keys.map((key) => [key]))('are found: %s', async (key) => {
    const account = chain.at(key, BELOW);
    if (!account) throw new Error('no account');
    const wrong = chain.copy();
    const data = Buffer.from(account.data.length === 0 ? [0] : account.data);
    data[data.length - 1] = (data.at(-1) ?? 0) ^ 1;
    wrong.rewrite(key, () => ({ ...account, data }));
    const without = chain.copy();
    without.rewrite(key, () => undefined);
    const [differs, missing, extra] = [
      await audit(chain, { index: wrong }),
      await audit(chain, { index: without }),
      await audit(without, { index: chain.copy() }),
    ];
    for (const { verdict, differences } of [differs, missing, extra])
      expect([verdict, differences.length]).toEqual(['different', 1]);
    expect(accountDigest({ ...account, data })).not.toEqual(accountDigest(account));
  });
});
