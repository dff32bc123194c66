import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { Transport } from '../../../core/kernel/settings/schema.ts';
import { migrate } from '../../../core/olap/migrate.ts';
import { createOlap } from '../../../core/olap/open.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { ESCROW_IDL_HASH } from '../../../idl/hash.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { findLaunchAccounts } from '../../../indexer/model/find-accounts.ts';
import { KnownAccounts } from '../../../indexer/model/known-accounts.ts';
import { Pipeline } from '../../../indexer/pipeline/pipeline.ts';
import { createStats, type PipelineStats } from '../../../indexer/pipeline/stats.ts';
import { RpcClient } from '../../../indexer/source/rpc/client.ts';
import { createUpdateSource } from '../../../indexer/source/yellowstone.ts';
import { prepareIndex } from '../../../indexer/write/resume.ts';
import { Writer } from '../../../indexer/write/writer.ts';
import { type Course, digestSql, type Result } from './contender.ts';
import { FIRST_SLOT, LAST_SLOT, LAST_WARM_SLOT, PLEDGES_PER_SLOT } from './plan.ts';

const IDENTITY = {
  genesisHash: 'bench',
  programId: LOCALNET_PROGRAM_ID,
  cluster: 'localnet',
  commitment: 'confirmed',
  idlHash: ESCROW_IDL_HASH,
} as const;

const logger = createLogger('silent');
const clock = systemClock;

/** The product's own pipeline over an embedded store, resumed below the first slot, so that it reads no snapshot. */
export async function runPipeline(transport: Transport, course: Course): Promise<Result> {
  const { endpoint, directory, gauge, go } = course;
  const olap = await createOlap({ dataDir: directory, logger });
  await migrate(olap, { logger });
  const { start } = await prepareIndex({ olap, identity: IDENTITY, clock, logger });
  const writer = new Writer({ olap, clock, logger, commitment: 'confirmed', start });
  const source = createUpdateSource({ endpoint, transport, logger });
  const stats = createStats();
  const pipeline = new Pipeline({
    source,
    writer,
    stats,
    clock,
    logger,
    rpc: new RpcClient({ url: 'http://127.0.0.1:9', clock }),
    decoder: new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID }),
    programId: LOCALNET_PROGRAM_ID,
    commitment: 'confirmed',
    known: {
      make: () => new KnownAccounts(),
      find: (addresses, signal) => findLaunchAccounts(olap.reader, addresses, signal),
    },
    resume: { head: FIRST_SLOT - 1n, launches: [] },
    index: { currentAccounts: async () => new Map() },
  });
  const stop = new AbortController();
  const running = pipeline.run(stop.signal);
  running.catch(() => stop.abort());
  await durable(writer, stats, { slot: LAST_WARM_SLOT, signal: stop.signal });
  gauge.start();
  go();
  await durable(writer, stats, { slot: LAST_SLOT, signal: stop.signal });
  const measured = gauge.stop();
  stop.abort();
  await running;
  await source.close();
  await writer.close();
  const digest = await digestOf(olap);
  await olap.close();
  return { ...measured, digest };
}

interface Goal {
  readonly slot: bigint;
  readonly signal: AbortSignal;
}

/** Waits until `slot` is behind a checkpoint. The last batch does not wait for more rows than there will be. */
async function durable(writer: Writer, stats: PipelineStats, { slot, signal }: Goal): Promise<void> {
  const versions = Number(slot - FIRST_SLOT + 1n) * PLEDGES_PER_SLOT;
  while ((writer.checkpoint?.slot ?? 0n) < slot) {
    if (signal.aborted) return;
    if (stats.pledgeVersions === versions) await writer.flush();
    await delay(4);
  }
}

async function digestOf(olap: Olap): Promise<string> {
  const sql = digestSql('pledge_versions', (column) => `base58Encode(${column})`);
  const [found] = await olap.reader.query({ sql }, z.object({ digest: z.string() }));
  return found?.digest ?? '';
}
