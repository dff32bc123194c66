import { systemClock } from '../../core/kernel/clock.ts';
import { createLogger } from '../../core/kernel/logger.ts';
import { settingsSchema } from '../../core/kernel/settings/schema.ts';
import type { Olap } from '../../core/olap/port.ts';
import { LOCALNET_PROGRAM_ID } from '../../idl/localnet.ts';
import type { BackfillJob } from '../../indexer/backfill/job.ts';
import { type BackfillReport, createProgress } from '../../indexer/backfill/report.ts';
import { runBackfill } from '../../indexer/backfill/run.ts';
import { chainIdentity } from '../../indexer/identity.ts';
import { historyJob } from '../../indexer/jobs/history/job.ts';
import { snapshotJob } from '../../indexer/jobs/snapshot/job.ts';
import { RpcClient } from '../../indexer/source/rpc/client.ts';
import type { LiveChain } from './chain/live-chain.ts';

export interface JobRun {
  readonly dryRun?: boolean;
  readonly signal?: AbortSignal;
}

const logger = createLogger('silent');

/** Runs a job to its end over a store. */
export function runJob<Plan>(
  olap: Olap,
  job: BackfillJob<Plan>,
  { dryRun = false, signal = new AbortController().signal }: JobRun = {},
): Promise<BackfillReport> {
  return runBackfill({ job, olap, clock: systemClock, logger, signal, dryRun, progress: createProgress() });
}

/** What a job over the local chain is built from; `url` where something stands between it and the node. */
export async function jobParts(
  live: Pick<LiveChain, 'rpcUrl'>,
  url: string | readonly string[] = live.rpcUrl,
) {
  const settings = settingsSchema.parse({});
  const rpc = new RpcClient({ url, retries: 1 });
  const parts = { settings, programId: LOCALNET_PROGRAM_ID };
  const identity = await chainIdentity(rpc, parts, new AbortController().signal);
  return { rpc, identity, commitment: settings.INDEX_COMMITMENT, clock: systemClock, logger };
}

export async function takeSnapshot(olap: Olap, live: LiveChain, run?: JobRun): Promise<BackfillReport> {
  return runJob(olap, snapshotJob({ ...(await jobParts(live)), olap, beside: false }), run);
}

export interface HistoryRun extends JobRun {
  /** Where something stands between the job and its node. */
  readonly url?: string | readonly string[];
  readonly fromSlot?: bigint;
  readonly toSlot?: bigint;
  readonly treasury?: string;
  readonly pageSize?: number;
}

export async function readHistory(
  olap: Olap,
  live: LiveChain,
  run: HistoryRun = {},
): Promise<BackfillReport> {
  const { fromSlot, toSlot, treasury, pageSize } = run;
  const parts = await jobParts(live, run.url);
  const job = historyJob({ ...parts, olap, fromSlot, toSlot, treasury, ...(pageSize && { pageSize }) });
  return runJob(olap, job, run);
}
