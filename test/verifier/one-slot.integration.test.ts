import { describe, expect, test } from 'vitest';
import { ALICE, type FakeLaunch, fakeLaunch, PLEDGES } from '../support/verifier/fake-launch.ts';
import {
  chainReply,
  type RpcCall,
  type RpcReply,
  type ScriptedRpc,
} from '../support/verifier/scripted-rpc.ts';
import { failedChecks, stage } from '../support/verifier/stage.ts';

/** Answers from the chain as it is after `advance` moved it on. */
function movedBy(node: ScriptedRpc, advance: () => void): (call: RpcCall) => RpcReply {
  return (call) => {
    advance();
    return chainReply(node.chain, call);
  };
}

/** The launch after Alice pledged `more` on top of her 100. */
function pledgedMore(more: bigint): FakeLaunch {
  const pledges = [{ pledger: ALICE, amount: 100n + more }, ...PLEDGES.slice(1)];
  return fakeLaunch({ pledges, terms: { maxPledgePerWallet: 0n } });
}

describe('a chain that moves while it is read', () => {
  test('is taken as it is when slots pass but the launch stands still', async () => {
    await using given = await stage();
    const { node } = given;
    const nextSlot = movedBy(node, () => {
      node.chain.slot += 1;
    });
    node.script('getProgramAccounts', nextSlot);
    node.script('getMultipleAccounts', nextSlot, nextSlot, nextSlot);
    const run = await given.verify();
    // Then: the answer is exact at the slot of the pledges, between the two reads of the other accounts
    expect(node.chain.slot).toBe(1_004);
    expect(run.stdout).toContain('All 10 checks hold at slot 1003.');
    expect(node.calls.find(({ method }) => method === 'getBlockTime')?.params).toEqual([1_003]);
  });

  test('never mixes the pledges of one slot with the total of another', async () => {
    await using given = await stage({ terms: { maxPledgePerWallet: 0n } });
    const { node } = given;
    // Given: a pledge lands between the read of LaunchConfig and each of the first three reads of the pledges
    const pledgeLands = (more: bigint) =>
      movedBy(node, () => {
        node.chain.launch = pledgedMore(more);
        node.chain.slot += 1;
      });
    const slotPasses = movedBy(node, () => {
      node.chain.slot += 1;
    });
    node.script('getProgramAccounts', pledgeLands(1n), pledgeLands(2n), pledgeLands(3n));
    node.script('getMultipleAccounts', slotPasses, slotPasses, slotPasses, slotPasses, slotPasses);
    const run = await given.verify();
    // Then: the read is repeated until both belong together, and no check fails
    expect(failedChecks(run)).toEqual([]);
    expect(run.stdout).toContain('expected 603, found 603');
    expect(run.exit).toBe(0);
    expect(node.calls.filter(({ method }) => method === 'getProgramAccounts')).toHaveLength(4);
  });

  test('is given up with a clear line when the launch changes during every read', async () => {
    await using given = await stage({ terms: { maxPledgePerWallet: 0n } });
    const { node } = given;
    const moves = Array.from({ length: 30 }, (_, index) =>
      movedBy(node, () => {
        node.chain.launch = pledgedMore(BigInt(index));
        node.chain.slot += 1;
      }),
    );
    node.script('getProgramAccounts', ...moves);
    node.script('getMultipleAccounts', ...moves);
    const run = await given.verify();
    expect(run.stderr).toMatch(/launch 7 changed during each of 12 reads: try again/);
    expect(run).toMatchObject({ stdout: '', exit: 2 });
  });

  test('asks each read for at least the slot of the one before', async () => {
    await using given = await stage();
    await given.verify('--commitment', 'finalized');
    const asked = given.node.calls
      .filter(({ params }) => params.length === 2)
      .map(({ method, params: [, config] }) => {
        const { commitment, minContextSlot } = config as Record<string, unknown>;
        return [method, commitment, minContextSlot];
      });
    expect(asked).toEqual([
      ['getMultipleAccounts', 'finalized', 0],
      ['getMultipleAccounts', 'finalized', 1_000],
      ['getProgramAccounts', 'finalized', 1_000],
    ]);
  });
});

describe('a node that does not heed minContextSlot', () => {
  test('is asked again until it has caught up', async () => {
    await using given = await stage();
    const { node } = given;
    const stale = (call: RpcCall) => chainReply({ ...node.chain, launch: pledgedMore(5n), slot: 999 }, call);
    node.script('getProgramAccounts', stale, stale);
    const run = await given.verify();
    expect(run.stdout).toContain('All 10 checks hold at slot 1000.');
  });

  test('is given up with a clear line when it never catches up', async () => {
    await using given = await stage();
    const { node } = given;
    const stale = (call: RpcCall) => chainReply({ ...node.chain, slot: 999 }, call);
    node.script('getProgramAccounts', ...Array(1_000).fill(stale));
    // A busy machine may take a second to answer at all.
    const run = await given.verify('--timeout', '5');
    expect(run.stderr).toContain('keeps answering for slot 999, before slot 1000');
    expect(run.exit).toBe(2);
  });
});
