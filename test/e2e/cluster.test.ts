import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LiveChain } from '../support/chain/live-chain.ts';
import { type ClickHouseCluster, startCluster } from '../support/clickhouse-server/cluster.ts';
import { expectEqual } from '../support/index-check/equality.ts';
import { expectMirrored } from '../support/mirror-check/mirrored.ts';
import { playInStep } from '../support/play-in-step.ts';
import { startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Until the raise of the tour's first launch is collected and its escrow closed. */
const FIRST_MINUTE = 75 + 85;

describe('an index over two shards', () => {
  let engines: ClickHouseCluster;
  beforeAll(async () => {
    engines = await startCluster(2);
  });
  afterAll(() => engines[Symbol.asyncDispose]());

  test('ends equal to the chain, and every answer is as on one server', async () => {
    await using directory = await temporaryDirectory();
    await using live = await LiveChain.open({ scenario: 'tour', seed: 'two shards' });
    const { url: clickhouseUrl, cluster } = engines;
    const index = await startIndex({ chain: live, dataDir: directory.path, clickhouseUrl, cluster });
    try {
      await playInStep(live, index, { until: FIRST_MINUTE, commitment: 'confirmed' });
      const { bound, coverage } = await expectEqual({ olap: index.olap, chain: live.chain });
      const { chain } = live;
      await expectMirrored({ url: index.url, chain, last: bound.slot, coverage, questions: 20 });
      const signal = AbortSignal.timeout(180_000);
      expect(await index.audits.audit({ launchId: undefined, repair: false, signal })).toMatchObject({
        verdict: 'equal',
      });
    } finally {
      await index.stop();
    }
  });
});
