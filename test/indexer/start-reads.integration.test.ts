import { expect, test } from 'vitest';
import { systemClock } from '../../core/kernel/clock.ts';
import { createLogger } from '../../core/kernel/logger.ts';
import { settingsSchema } from '../../core/kernel/settings/schema.ts';
import { createShutdown } from '../../core/kernel/shutdown.ts';
import type { Olap, OlapLane } from '../../core/olap/port.ts';
import { openRpcLimit } from '../../core/rpc/rate-limit.ts';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import { startIndexer } from '../../indexer/main.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { playInStep } from '../support/play-in-step.ts';
import { openStore, startIndex } from '../support/running-index.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const PLEDGES = 5_000;
const MOST_ROWS = 500;

/** Counts the rows that a store answers with. */
function counted(olap: Olap): { readonly olap: Olap; readonly rows: () => number } {
  let rows = 0;
  const watch = (lane: OlapLane): OlapLane => ({
    ...lane,
    query: async (statement, row) => {
      const answer = await lane.query(statement, row);
      rows += answer.length;
      return answer;
    },
    stream: async function* (statement, row) {
      for await (const some of lane.stream(statement, row)) {
        rows += some.length;
        yield some;
      }
    },
  });
  const { writer, reader, scanner, control } = olap;
  const lanes = {
    writer: watch(writer),
    reader: watch(reader),
    scanner: watch(scanner),
    control: watch(control),
  };
  return { olap: { ...olap, ...lanes }, rows: () => rows };
}

test('an indexer starts without reading the accounts that it has seen', async () => {
  await using directory = await temporaryDirectory();
  await using live = await LiveChain.open({ fromSlot: 1 });
  const first = await startIndex({ chain: live, dataDir: directory.path });
  await playInStep(live, first, { until: 40 });
  await first.stop();

  const shutdown = createShutdown();
  const logger = createLogger('silent');
  const settings = settingsSchema.parse({
    YELLOWSTONE_ENDPOINT: live.grpcUrl,
    SOLANA_RPC_URL: live.rpcUrl,
    ESCROW_PROGRAM_ID: LOCALNET_PROGRAM_ID,
    AUDIT_INTERVAL_SECONDS: '0',
    DATA_DIR: directory.path,
  });
  const store = await openStore({ dataDir: directory.path });
  shutdown.onClose('the store', () => store.close());
  await store.writer.command({
    sql: `INSERT INTO pledge_versions (launch_id, pledger, slot, address, revision)
      SELECT 7, SHA256(toString(number)), 1, SHA256(concat('address ', toString(number))), 1 FROM numbers({count:UInt64})`,
    parameters: { count: PLEDGES },
  });
  const { olap, rows } = counted(store);
  try {
    const rpcLimit = openRpcLimit(settings);
    const common = { settings, olap, logger, shutdown, clock: systemClock, rpcLimit };
    await startIndexer({ ...common, command: 'index' });
    expect(rows()).toBeGreaterThan(0);
    expect(rows()).toBeLessThan(MOST_ROWS);
  } finally {
    await shutdown.run('the test is over');
  }
});
