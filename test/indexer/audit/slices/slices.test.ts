import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../../fixtures/localnet/keys/random.ts';
import type { AuditOutcome } from '../../../../indexer/audit/outcome.ts';
import { auditOver } from '../../../support/audit/audit-over.ts';
import { checksAt, digestAt, disturb, PROGRAM, stillProgram } from '../../../support/audit/busy-program.ts';
import type { AccountHistory } from '../../../support/audit/history.ts';
import { keyOf } from '../../../support/audit/history-lane.ts';
import { HistoryNode } from '../../../support/audit/history-node.ts';

/** More of them by `AUDIT_SEEDS=500`. */
const SEEDS = Array.from({ length: Number(process.env.AUDIT_SEEDS ?? 40) }, (_, at) => at + 1);
const HEAD = 1_000n;
/** An audit in slices takes about this many slots. */
const WINDOW = [HEAD - 20n, HEAD + 30n] as const;
const MOVES = 0.04;

function nodeOf(history: AccountHistory, seed: number, moves = MOVES): HistoryNode {
  return new HistoryNode({ history, head: HEAD, moves, random: createRandom('node', seed).next });
}

const shown = ({ verdict, slot, accounts, chainDigest, indexDigest, differences }: AuditOutcome) => ({
  verdict,
  slot,
  accounts,
  chainDigest: chainDigest.toString('hex'),
  indexDigest: indexDigest.toString('hex'),
  differences,
});

/** An index that is wrong about one account, all the time. */
function spoil(index: AccountHistory, key: string, random: () => number): void {
  const kind = Math.floor(random() * 4);
  index.rewrite(key, (account) => {
    if (kind === 0) return undefined;
    if (kind === 1) return { ...account, lamports: account.lamports + 1n };
    const data = Buffer.from(account.data.length === 0 ? [1] : account.data);
    data[data.length - 1] = (data.at(-1) ?? 0) ^ 1;
    return { ...account, data };
  });
  if (kind === 3)
    index.put(10n, keyOf('not on the chain'), { owner: PROGRAM, lamports: 1n, data: Buffer.of(7) });
}

describe('an audit in slices', () => {
  test.each(SEEDS)('says of a still chain what one request says, seed %i', async (seed) => {
    const random = createRandom('still', seed).next;
    const chain = stillProgram(random);
    const index = chain.copy();
    const key = chain.keys[Math.floor(random() * chain.keys.length)] ?? '';
    if (seed % 3 > 0) spoil(index, key, random);

    const whole = await auditOver({ node: nodeOf(chain, seed, 0), index, slices: 1 });
    const sliced = await auditOver({ node: nodeOf(chain, seed, 0), index, slices: 256 });

    expect(shown(sliced)).toEqual({ ...shown(whole), slot: sliced.slot });
    expect(whole.verdict).toBe(seed % 3 > 0 ? 'different' : 'equal');
    expect(sliced.chainDigest.toString('hex')).toBe(digestAt(chain, sliced.slot));
  });

  test('has the digest of a moving chain at the slot that it names, and never says different', async () => {
    const said = { equal: 0, different: 0, failed: 0 };
    let bracketed = 0;
    for (const seed of SEEDS) {
      const random = createRandom('moving', seed).next;
      const chain = stillProgram(random);
      disturb(chain, random, WINDOW);
      const outcome = await auditOver({ node: nodeOf(chain, seed), index: chain.copy(), slices: 256 });
      said[outcome.verdict] += 1;
      bracketed += outcome.inSlices?.bracketed ?? 0;
      if (outcome.verdict !== 'equal') continue;
      expect([seed, outcome.chainDigest.toString('hex')]).toEqual([seed, digestAt(chain, outcome.slot)]);
      expect([seed, outcome.launches]).toEqual([seed, checksAt(chain, outcome.slot)]);
    }
    expect(said.different).toBe(0);
    expect(said.equal).toBeGreaterThan(SEEDS.length * 0.9);
    expect(bracketed).toBeGreaterThan(SEEDS.length);
  });

  test('never finds an index equal that is wrong about an account that did not change', async () => {
    const said = { equal: 0, different: 0, failed: 0 };
    for (const seed of SEEDS) {
      const random = createRandom('wrong', seed).next;
      const chain = stillProgram(random);
      disturb(chain, random, WINDOW);
      const still = chain.keys.filter((key) => chain.changesOf(key).every((slot) => slot === 10n));
      const index = chain.copy();
      const key = still[Math.floor(random() * still.length)];
      if (key === undefined) continue;
      spoil(index, key, random);
      const { verdict } = await auditOver({ node: nodeOf(chain, seed), index, slices: 256 });
      expect([seed, verdict]).not.toEqual([seed, 'equal']);
      said[verdict] += 1;
    }
    expect(said.different).toBeGreaterThan(SEEDS.length / 2);
  });

  test('never finds an index equal that is wrong at a slot at which a changed account was read', async () => {
    for (const seed of SEEDS) {
      const random = createRandom('missed', seed).next;
      const chain = stillProgram(random);
      const index = chain.copy();
      // The index misses every change.
      disturb(chain, random, [HEAD + 1n, HEAD + 3n]);
      const { verdict, slot } = await auditOver({ node: nodeOf(chain, seed), index, slices: 256 });
      if (digestAt(chain, HEAD + 100n) === digestAt(index, HEAD + 100n)) continue;
      expect([seed, slot, verdict]).not.toEqual([seed, slot, 'equal']);
    }
  });
});
