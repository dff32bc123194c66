import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentAccounts, readStates, streamDigests } from '../../../indexer/model/account-states.ts';
import { chainAccount, followedAt } from '../../support/chain/chain-state.ts';
import { LiveChain } from '../../support/chain/live-chain.ts';
import { indexBound } from '../../support/index-check/index-state.ts';
import { playInStep } from '../../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';

describe('the states of all accounts', () => {
  let directory: TemporaryDirectory;
  let live: LiveChain;
  let index: RunningIndex;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    live = await LiveChain.open({ seed: 'states', fromSlot: 1 });
    index = await startIndex({ chain: live, dataDir: directory.path });
    await playInStep(live, index, { until: 250 });
  });
  afterAll(async () => {
    await index?.stop();
    await live?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  const bound = async () => {
    const found = await indexBound(index.olap.scanner);
    if (!found) throw new Error('no checkpoint');
    return found;
  };

  test.each([0n, 60n, 150n])('are the chain’s, digest for digest, %s slots ago', async (ago) => {
    const newest = await bound();
    const slot = newest.slot - ago;
    const indexed = new Map<string, string>();
    for await (const states of streamDigests(index.olap.scanner, { ...newest, slot })) {
      for (const { address, gone, digest } of states)
        if (!gone) indexed.set(address.toString('hex'), digest.toString('hex'));
    }

    const chain = new Map<string, string>();
    for (const address of followedAt(live.chain, slot).keys()) {
      const account = chainAccount(live.chain, address, slot);
      if (!account) continue;
      const lamports = Buffer.alloc(8);
      lamports.writeBigUInt64LE(account.lamports);
      chain.set(address, createHash('sha256').update(account.data).update(lamports).digest('hex'));
    }
    expect(new Map([...indexed].sort())).toEqual(new Map([...chain].sort()));
  });

  test('come with their bytes for the addresses that are asked for', async () => {
    const newest = await bound();
    const [address = ''] =
      [...followedAt(live.chain, newest.slot)].find(([, kind]) => kind === 'pledge') ?? [];
    const account = chainAccount(live.chain, address, newest.slot);

    const states = await readStates(index.olap.scanner, {
      ...newest,
      addresses: [Buffer.from(address, 'hex')],
    });

    expect(states).toMatchObject([{ kind: 'pledge', gone: false, lamports: account?.lamports }]);
    expect(states[0]?.data).toEqual(Buffer.from(account?.data ?? []));
  });

  test('of one launch are its own, and what belongs to none', async () => {
    const newest = await bound();
    const launches = new Set<bigint>();
    for await (const states of streamDigests(index.olap.scanner, { ...newest, launchId: 1n })) {
      for (const { launchId } of states) launches.add(launchId);
    }

    expect(launches).toEqual(new Set([0n, 1n]));
  });

  test('know what a closed account was', async () => {
    const accounts = await currentAccounts(index.olap.scanner, await bound(), AbortSignal.timeout(10_000));

    const kinds = new Set([...accounts.values()].map(({ account }) => account.kind));
    expect([...kinds].sort()).toEqual(['escrow', 'launch', 'mint', 'pledge', 'vault']);
  });
});
