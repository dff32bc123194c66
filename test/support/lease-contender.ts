import pino from 'pino';
import { systemClock } from '../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import { createShutdown } from '../../core/kernel/shutdown.ts';
import { holdLease } from '../../core/olap/lease.ts';
import type { LeaseTimes } from '../../core/olap/leases/claim.ts';
import { appendRow } from '../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../core/olap/native/column-block.ts';
import { createOlap } from '../../core/olap/open.ts';
import { CHECKPOINTS } from '../../indexer/model/tables.ts';

/**
 * `node lease-contender.ts URL NAME ROUNDS WRITES TTL_MS`: holds the lease so many times, and writes so many rows into
 * `lease_writes`, each after a checkpoint, each time. Says on a line each when it holds and when it has lost.
 */

const [url = '', holder = '', rounds = '1', writes = '1', ttl = '3000'] = process.argv.slice(2);
const ttlMs = Number(ttl);
const TIMES: LeaseTimes = { ttlMs, marginMs: ttlMs / 3, renewMs: 300, pollMs: 50 };
const logger = pino({ level: 'silent' });
const shutdown = createShutdown();
const olap = await createOlap({ clickhouseUrl: url, dataDir: '/nonexistent', logger });

/** As a writer does: what fails for a passing reason is tried again. */
async function again(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLaunchlensError(error) || !error.retryable) throw error;
    }
  }
}

for (let round = 1; round <= Number(rounds); round++) {
  const common = { olap, clock: systemClock, logger, shutdown, times: TIMES };
  const lease = await holdLease({ ...common, name: 'indexer', wait: true, command: holder });
  process.stdout.write(`held ${round}\n`);
  const lane = lease.guard(olap.writer);
  try {
    for (let n = 0; n < Number(writes); n++) {
      const parameters = { holder, round, n };
      const block = new ColumnBlock(CHECKPOINTS, { capacity: 1 });
      appendRow(block, {
        ...{
          slot: BigInt(n) * 1_000n,
          revision: BigInt(n),
          chain_slot: 0n,
          slot_time: null,
          commitment: holder,
        },
        indexed_at: 0n,
      });
      await again(() => lane.insert('checkpoints', block));
      const sql = 'INSERT INTO lease_writes SELECT {holder:String}, {round:UInt32}, {n:UInt32}, now64(6)';
      await again(() => lane.command({ sql, parameters }));
    }
    await lease.release();
  } catch (error) {
    process.stdout.write(`ended ${error instanceof Error ? error.message : error}\n`);
    process.exit(3);
  }
}
await shutdown.run('done');
await olap.close();
process.exit(0);
