import { describe, expect, test } from 'vitest';
import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { TRANSPORTS } from '../../core/kernel/settings/schema.ts';
import { unauthenticated, unimplemented } from '../../fixtures/localnet/yellowstone/grpc/status.ts';
import { storedTokenAccounts } from '../../indexer/write/resume/token-accounts.ts';
import { chainAccount, hexOf } from '../support/chain/chain-state.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { stateDifferences } from '../support/index-check/compare.ts';
import { expectEqual } from '../support/index-check/equality.ts';
import { indexBound, indexCoverage, indexVersions } from '../support/index-check/index-state.ts';
import { statesOf } from '../support/index-check/sweep.ts';
import { playInStep } from '../support/play-in-step.ts';
import { startRpcProxy } from '../support/rpc-proxy.ts';
import { startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { LONGEST_MS, waitFor } from '../support/wait-for.ts';

/** `filter_limits` of the example configuration that comes with the Yellowstone plugin. */
const EXAMPLE = { filters: 1, keys: 10 };

describe('a server that limits subscriptions', () => {
  test.for(TRANSPORTS)(
    'is followed exactly in several streams, over %s',
    { timeout: 120_000 },
    async (transport) => {
      await using directory = await temporaryDirectory();
      await using live = await LiveChain.open({ filterLimits: EXAMPLE, seed: 'limits' });
      const settings = { YELLOWSTONE_COMPRESSION: 'zstd' };
      const index = await startIndex({ chain: live, dataDir: directory.path, transport, settings });
      try {
        let sent = 0;
        live.faults.beforeSend = () => (++sent % 997 === 0 ? 'cut' : 'send');
        await playInStep(live, index, { until: 360 });
        expect(live.subscribers).toBeGreaterThan(2);
        await expectEqual({ olap: index.olap, chain: live.chain });
        expect(sent).toBeGreaterThan(3_000);
        live.faults.beforeSend = () => 'send';
        // What the refusals named is known now: one that breaks comes back within the limits at once
        await live.stopStream();
        await live.startStream();
        await playInStep(live, index, { until: 420 });
        await expectEqual({ olap: index.olap, chain: live.chain });
      } finally {
        await index.stop();
      }
    },
  );
});

test('the balances of transactions take fewer streams, and are exact across a restart', async () => {
  await using directory = await temporaryDirectory();
  await using live = await LiveChain.open({ filterLimits: EXAMPLE, seed: 'balances' });
  const settings = { YELLOWSTONE_TOKEN_ACCOUNTS: 'transactions' };
  const followed = { chain: live, dataDir: directory.path, settings };
  const first = await startIndex(followed);
  await playInStep(live, first, { until: 160 }).finally(() => first.stop());
  const index = await startIndex(followed);
  try {
    await playInStep(live, index, { until: 240 });
    expect(live.subscribers).toBe(2);
    const bound = await indexBound(index.olap.scanner);
    if (!bound) throw new Error('the index has no checkpoint');
    const [from = 0n] = (await indexCoverage(index.olap.scanner, bound)).map((range) => range.from);
    const stateAt = statesOf(await indexVersions(index.olap.scanner, bound));
    for (let slot = from; slot <= bound.slot; slot++)
      expect(stateDifferences(live.chain, slot, stateAt(slot))).toEqual([]);
    expect(bound.slot - from).toBeGreaterThan(100n);
    const signal = AbortSignal.timeout(60_000);
    const { verdict } = await index.audits.audit({ launchId: undefined, repair: false, signal });
    expect(verdict).toBe('equal');
    const status = await fetch(`${index.url}/api/v1/ilo/status/`);
    expect(await status.json()).toMatchObject({ source: { token_accounts: 'transactions' } });
    // What the next start knows of them
    const stored = await storedTokenAccounts(index.olap.scanner, signal);
    expect(stored.length).toBeGreaterThan(5);
    for (const { pubkey, lamports, data } of stored) {
      const account = chainAccount(live.chain, hexOf(pubkeyBytes(pubkey)), bound.slot);
      if (account)
        expect({ lamports, data: hexOf(data) }).toEqual({
          lamports: account.lamports,
          data: hexOf(account.data),
        });
    }
  } finally {
    await index.stop();
  }
});

test('a node that no longer returns the whole program is read in slices while the chain moves on', async () => {
  await using directory = await temporaryDirectory();
  await using live = await LiveChain.open({ seed: 'slices', fromSlot: 4 });
  let refuses = false;
  await using proxy = await startRpcProxy({
    target: live.rpcUrl,
    before: ({ method, params }) =>
      refuses && method === 'getProgramAccounts' && !isFiltered(params) ? TOO_MANY : undefined,
  });
  const chain = { rpcUrl: proxy.url, grpcUrl: live.grpcUrl };
  const index = await startIndex({ chain, dataDir: directory.path });
  try {
    await playInStep(live, index, { until: 120 });
    refuses = true;
    live.run(4);
    const signal = AbortSignal.timeout(LONGEST_MS);
    const audit = (launchId?: bigint) => index.audits.audit({ launchId, repair: false, signal });
    const [whole, again, launch] = [await audit(), await audit(), await audit(1n)];
    for (const { verdict, chainDigest, indexDigest } of [whole, again, launch])
      expect([verdict, chainDigest.equals(indexDigest)]).toEqual(['equal', true]);
    expect(whole.inSlices?.requests).toBeGreaterThanOrEqual(551);
    expect(whole.inSlices?.bracketed).toBeGreaterThan(0);
    expect(launch.inSlices).toBeUndefined();
    // The node was asked for the whole program at the start, and once in vain
    const wholes = proxy.requests.filter(
      ({ method, params }) => method === 'getProgramAccounts' && !isFiltered(params),
    );
    expect(wholes.length).toBeLessThan(5);
  } finally {
    await index.stop();
  }
});

const TOO_MANY = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  error: {
    code: -32_600,
    message: 'Too many accounts requested (10000001 pubkeys), Please use getProgramAccountsV2',
  },
});

function isFiltered([, config]: readonly unknown[]): boolean {
  return ((config as { filters?: readonly unknown[] } | undefined)?.filters?.length ?? 0) > 0;
}

test.for(TRANSPORTS)(
  'launches that appear change the filters of one open stream, over %s',
  async (transport) => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ seed: 'one stream', fromSlot: 4 });
    const index = await startIndex({ chain: live, dataDir: directory.path, transport });
    try {
      let opened = 0;
      live.faults.onSubscribe = () => {
        opened += 1;
        return undefined;
      };
      await live.stopStream();
      await live.startStream();
      await playInStep(live, index, { until: 240 });
      expect(index.stats.streamEnds.get('discovered')).toBeGreaterThan(3);
      expect(opened).toBe(1);
      await expectEqual({ olap: index.olap, chain: live.chain });
    } finally {
      await index.stop();
    }
  },
);

test('a server that refuses changed filters is asked once, and then gets a stream for each launch', async () => {
  await using directory = await temporaryDirectory();
  await using live = await LiveChain.open({ seed: 'one stream', fromSlot: 4 });
  const index = await startIndex({ chain: live, dataDir: directory.path });
  try {
    const seen = { opened: 0, changed: 0 };
    live.faults.onSubscribe = () => {
      seen.opened += 1;
      return undefined;
    };
    live.faults.onChange = () => {
      seen.changed += 1;
      return unimplemented('filters cannot be changed');
    };
    await live.stopStream();
    await live.startStream();
    await playInStep(live, index, { until: 240 });
    expect(seen.changed).toBe(1);
    expect(seen.opened).toBeGreaterThan(4);
    await expectEqual({ olap: index.olap, chain: live.chain });
  } finally {
    await index.stop();
  }
});

test('an index that holds something goes on answering while its subscription is refused', async () => {
  await using directory = await temporaryDirectory();
  await using live = await LiveChain.open({ seed: 'refused' });
  const index = await startIndex({ chain: live, dataDir: directory.path });
  try {
    await playInStep(live, index, { until: 120 });
    live.faults.onSubscribe = () => unauthenticated('No valid auth token');
    await live.stopStream();
    await live.startStream();
    const refused = () => (index.stats.streamEnds.get('refused') ?? 0) > 0;
    await waitFor(refused, { what: 'the refusal' });
    expect((await fetch(`${index.url}/api/v1/ilo/status/`)).status).toBe(200);
    live.faults.onSubscribe = () => undefined;
    await playInStep(live, index, { until: 140 });
    await expectEqual({ olap: index.olap, chain: live.chain });
  } finally {
    await index.stop();
  }
});
