import type { Clock } from '../core/kernel/clock.ts';
import { LaunchlensError } from '../core/kernel/errors/error.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { ProcessIdentity } from '../core/kernel/process-identity.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import type { Shutdown } from '../core/kernel/shutdown.ts';
import type { Lease } from '../core/olap/lease.ts';
import type { Olap } from '../core/olap/port.ts';
import { ignoreStuck } from '../core/olap/settled.ts';
import type { RpcLimit } from '../core/rpc/rate-limit.ts';
import { serveRepairs } from './audit/requests.ts';
import type { AuditService } from './audit/service.ts';
import { type AuditParts, openAudits, sliceSettings } from './audits.ts';
import type { StreamSettings } from './chain-settings.ts';
import type { Checkpoint } from './model/checkpoint.ts';
import type { UpdateSource } from './model/source.ts';
import { watchHead } from './pipeline/head-watch.ts';
import type { PipelineOptions } from './pipeline/options.ts';
import { Pipeline } from './pipeline/pipeline.ts';
import { noteHead, type PipelineStats } from './pipeline/stats.ts';
import type { RpcClient } from './source/rpc/client.ts';
import { streamSettings } from './source/stream-settings.ts';
import { createUpdateSource, type UpdateSourceOptions } from './source/yellowstone.ts';
import type { StoredIndex } from './stored-index.ts';
import type { Writer } from './write/writer.ts';

type StreamBounds = Pick<UpdateSourceOptions, 'silenceMs' | 'frozenMs'>;

export interface FollowOptions {
  readonly settings: Settings;
  /** The command on whose behalf it runs, for errors. */
  readonly command: string;
  readonly olap: Olap;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  readonly clock: Clock;
  /** The rate limit shared by everything in this process. */
  readonly rpcLimit: RpcLimit;
  /** When a stream counts as frozen, if not the source's default. */
  readonly streamBounds?: StreamBounds;
  /** How many accounts are remembered until another generation of the memory begins, if not the pipeline's own bound. */
  readonly remembered?: number;
  /** Wait while another indexer writes to the store; by default that is a refusal. */
  readonly standby?: boolean;
  /** Called with each other indexer for which it waits. */
  readonly onStandby?: (active: ProcessIdentity) => void;
  /** Called with what it does before it follows the stream. */
  readonly onStep?: (step: string) => void;
  /** Called after each durable checkpoint. */
  readonly onCheckpoint?: (checkpoint: Checkpoint) => void;
  /** Called after each audit, whose verdict is in the store. */
  readonly onAudit?: () => void;
}

export interface RunningIndexer {
  readonly stats: PipelineStats;
  readonly audits: AuditService;
  readonly writer: Pick<Writer, 'stats' | 'pending'>;
  /** Makes durable whatever was taken so far. @throws MIRROR_NOT_READY while the store takes no rows */
  readonly settle: () => Promise<void>;
  /** Settles when the index ends: rejects if it cannot continue. */
  readonly done: Promise<void>;
}

/** An index that is ready to be written. */
export interface ReadyIndex
  extends Omit<PipelineOptions, 'rpc' | 'writer' | 'index' | 'clock' | 'logger' | 'onStep'> {
  readonly rpc: RpcClient;
  readonly writer: Writer;
  readonly index: StoredIndex;
  readonly lease: Lease;
  /** The lanes of its database, writes under the lease. */
  readonly lanes: Pick<Olap, 'kind' | 'scanner' | 'control' | 'writer'>;
  /** What its audits compare besides. */
  readonly audited?: Partial<AuditParts['index']>;
}

/** Follows the chain into an index, audits and repairs it until the shutdown. */
export function follow(ready: ReadyIndex, options: FollowOptions): RunningIndexer {
  const { rpc, writer, lease, lanes, index, source, stats, commitment, programId } = ready;
  const { settings, logger, clock, shutdown, onStep } = options;
  const pipeline = new Pipeline({ ...ready, clock, logger, ...(onStep && { onStep }) });
  const heard = (slot: bigint): void => {
    noteHead(stats, slot);
    writer.heard(slot);
  };
  const watching = watchHead({ rpc, commitment, clock, logger, signal: shutdown.signal, heard });
  if (ready.resume) onStep?.('waiting for the next slot of the stream');
  const following = followWhileHeld(pipeline, lease, shutdown.signal);
  const done = Promise.all([following, watching]).then(() => undefined);
  const reach = (slot: bigint): Promise<void> => writer.reach(slot).catch(ignoreStuck);
  const audits = openAudits({
    rpc,
    index: { lane: lanes.scanner, ledger: lanes.writer, programId, commitment, reach, ...ready.audited },
    mending: { decoder: ready.decoder, pipeline, writer },
    slices: sliceSettings(settings),
    clock,
    logger,
    onAudit: options.onAudit,
  });
  index.audits = audits;
  const auditing = audits.run(settings.AUDIT_INTERVAL_SECONDS * 1000, shutdown.signal);
  // On an embedded store no other process can request repairs.
  const repairing =
    lanes.kind === 'server'
      ? serveRepairs({ audits, reader: lanes.control, ledger: lanes.writer, clock, logger }, shutdown.signal)
      : undefined;
  shutdown.onClose('the indexer', async () => {
    // `done` has already reported the failure.
    await following.catch(() => undefined);
    await source.close();
    await writer.close();
    // A running repair ends with the writer.
    await Promise.all([auditing, repairing]);
  });
  return { stats, audits, writer, settle: () => writer.settle(), done };
}

/** Ends with LEASE_LOST if another process may write: nothing is written next to it. */
async function followWhileHeld(pipeline: Pipeline, { lost }: Lease, stop: AbortSignal): Promise<void> {
  await pipeline.run(AbortSignal.any([stop, lost]));
  if (!stop.aborted) lost.throwIfAborted();
}

export function openSource(
  { endpoint, xToken }: StreamSettings,
  {
    settings,
    logger,
    clock,
    streamBounds,
  }: Pick<FollowOptions, 'settings' | 'logger' | 'clock' | 'streamBounds'>,
): UpdateSource {
  return createUpdateSource({
    endpoint,
    xToken,
    ...streamSettings(settings),
    logger,
    clock,
    ...streamBounds,
  });
}

/** A node may be this many slots behind another one of the same chain. */
const LAGGING_NODE_SLOTS = 150n;

interface AheadOptions {
  readonly settings: Settings;
  readonly stored: bigint | undefined;
  readonly signal: AbortSignal;
}

/** @throws CHAIN_BEHIND_STORE and the errors of RPC */
export async function requireChainAhead(
  rpc: RpcClient,
  { settings, stored, signal }: AheadOptions,
): Promise<void> {
  if (stored === undefined) return;
  const chain = await rpc.getSlot({ commitment: settings.INDEX_COMMITMENT, signal });
  if (chain + LAGGING_NODE_SLOTS >= stored) return;
  const store = settings.CLICKHOUSE_URL === undefined ? 'DATA_DIR' : 'CLICKHOUSE_URL';
  throw new LaunchlensError('CHAIN_BEHIND_STORE', { stored, chain, store });
}
