import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Commitment, Transport } from '../../core/kernel/settings/schema.ts';
import { LiveChain, type LiveChainOptions } from '../support/chain/live-chain.ts';
import { type ClickHouseServer, startClickHouseServer } from '../support/clickhouse-server/start.ts';
import { type Equality, expectEqual } from '../support/index-check/equality.ts';
import { expectMirrored } from '../support/mirror-check/mirrored.ts';
import { playInStep } from '../support/play-in-step.ts';
import { type RunningIndex, startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** The tour's prologue, its two minutes, and the first launch of the time after it. */
const WHOLE_TOUR = 75 + 300 + 120;
/** Until the raise of the first launch is collected and its escrow closed. */
const FIRST_MINUTE = 75 + 85;
interface Soak extends LiveChainOptions {
  readonly transport?: Transport;
  readonly commitment?: Commitment;
  readonly clickhouseUrl?: string;
  readonly until: number;
  /** More than the comparison of all accounts, at the end. */
  readonly look?: (live: LiveChain, index: RunningIndex, equality: Equality) => Promise<void>;
}

async function soak({ transport, commitment = 'confirmed', clickhouseUrl, until, look, ...chain }: Soak) {
  await using directory = await temporaryDirectory();
  await using live = await LiveChain.open({ scenario: 'tour', ...chain });
  const dataDir = directory.path;
  const index = await startIndex({ chain: live, dataDir, transport, commitment, clickhouseUrl });
  try {
    await playInStep(live, index, { until, commitment });
    const equality = await expectEqual({ olap: index.olap, chain: live.chain });
    expect(equality.bound.slot).toBe(live.chain.heads[commitment]);
    expect(equality.coverage.filter(({ state }) => state === 'lost')).toEqual([]);
    expect(index.stats).toMatchObject({ quarantined: 0, reconnects: 0, snapshots: 1 });
    await look?.(live, index, equality);
    return equality;
  } finally {
    await index.stop();
  }
}

describe('a soak of the tour', () => {
  let server: ClickHouseServer;
  beforeAll(async () => {
    server = await startClickHouseServer();
  });
  afterAll(() => server.stop());

  test('over native into the embedded store ends with index equal to chain', async () => {
    const { slots, accounts, versions } = await soak({
      seed: 'soak native',
      transport: 'native',
      until: WHOLE_TOUR,
      look: ({ chain }, { url }, { bound, coverage }) =>
        expectMirrored({ url, chain, last: bound.slot, coverage, questions: 20 }),
    });
    // The comparison is worth nothing when there was nothing to compare.
    expect(slots.length).toBeGreaterThan(40);
    expect(accounts).toBeGreaterThan(6_000);
    expect(versions).toBeGreaterThan(1_000);
  });

  test('over http2 into a ClickHouse server ends with index equal to chain', async () => {
    const into = { clickhouseUrl: server.url, transport: 'http2' } as const;
    const { slots } = await soak({ seed: 'soak server', ...into, until: WHOLE_TOUR });
    expect(slots.length).toBeGreaterThan(40);
  });

  test('at finalized ends with index equal to chain', async () => {
    await soak({ seed: 'soak finalized', commitment: 'finalized', until: FIRST_MINUTE });
  });

  test('from before the first launch on ends with index equal to chain', async () => {
    const { coverage } = await soak({ seed: 'soak opening', fromSlot: 1, until: FIRST_MINUTE });
    expect(coverage[0]?.from).toBeLessThan(10n);
  });

  test('through a chain that often skips and forks ends with index equal to chain', async () => {
    const weather = { skipped: 0.2, dead: 0.15 };
    await soak({ seed: 'soak storm', weather, until: FIRST_MINUTE, transport: 'http2' });
  });
});
