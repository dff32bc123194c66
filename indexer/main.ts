import type { Clock } from '../core/kernel/clock.ts';
import { LaunchlensError } from '../core/kernel/errors/error.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { ProcessIdentity } from '../core/kernel/process-identity.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import type { Shutdown } from '../core/kernel/shutdown.ts';
import { holdLease, INDEXER_LEASE, type Lease } from '../core/olap/lease.ts';
import type { Olap } from '../core/olap/port.ts';
import type { RpcLimit } from '../core/rpc/rate-limit.ts';
import { ESCROW_IDL } from '../idl/escrow.ts';
import { idlHash } from '../idl/hash.ts';
import type { Idl } from '../idl/schema.ts';
import { serveRepairs } from './audit/requests.ts';
import type { AuditService } from './audit/service.ts';
import { openAudits } from './audits.ts';
import { type ChainSettings, requireChain, rewardAccounts } from './chain-settings.ts';
import { Decoder } from './decode/decoder.ts';
import { chainIdentity } from './identity.ts';
import type { Checkpoint } from './model/checkpoint.ts';
import { watchHead } from './pipeline/head-watch.ts';
import { Pipeline } from './pipeline/pipeline.ts';
import { createStats, noteHead, type PipelineStats } from './pipeline/stats.ts';
import { RpcClient } from './source/rpc/client.ts';
import { SnapshotWindow } from './source/snapshot/account-window.ts';
import { streamSettings } from './source/stream-settings.ts';
import { createUpdateSource, type UpdateSourceOptions } from './source/yellowstone.ts';
import { StoredIndex } from './stored-index.ts';
import type { SlotReader } from './write/reader-link.ts';
import { knownAccounts } from './write/resume/known-accounts.ts';
import { storedTokenAccounts } from './write/resume/token-accounts.ts';
import { prepareIndex } from './write/resume.ts';
import { Writer } from './write/writer.ts';

type StreamBounds = Pick<UpdateSourceOptions, 'silenceMs' | 'frozenMs'>;

export interface IndexerOptions {
  readonly settings: Settings;
  /** The command on whose behalf it runs, for errors. */
  readonly command: string;
  readonly olap: Olap;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
  readonly clock: Clock;
  /** The rate limit shared by everything in this process. */
  readonly rpcLimit: RpcLimit;
  /** The filters by which accounts are read; by default the program's own. */
  readonly idl?: Idl;
  /** When a stream counts as frozen, if not the source's default. */
  readonly streamBounds?: StreamBounds;
  /** Wait while another indexer writes to the store; by default that is a refusal. */
  readonly standby?: boolean;
  /** Called with each other indexer for which it waits. */
  readonly onStandby?: (active: ProcessIdentity) => void;
  /** Called with what it does before it follows the stream. */
  readonly onStep?: (step: string) => void;
  /** Called after each durable checkpoint. */
  readonly onCheckpoint?: (checkpoint: Checkpoint) => void;
  /** Who in this process answers from what is indexed. */
  readonly reader?: SlotReader;
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

/**
 * Checks that the store and the chain belong together and that nobody else writes, then follows the chain until
 * the shutdown.
 * @throws SETTING_MISSING, STORE_HELD, INDEX_IDENTITY_MISMATCH, CHAIN_BEHIND_STORE and the errors of RPC and of
 * the store
 */
export async function startIndexer(options: IndexerOptions): Promise<RunningIndexer> {
  const { settings, olap, logger, shutdown, clock, rpcLimit: limit } = options;
  const chain = requireChain(settings, options.command);
  const onStep = (step: string): void => {
    logger.info(step);
    options.onStep?.(step);
  };
  onStep('connecting to the Solana node');
  const rpc = new RpcClient({ url: chain.rpcUrls, clock, limit });
  const commitment = settings.INDEX_COMMITMENT;
  const { idl = ESCROW_IDL } = options;
  const known = await chainIdentity(rpc, { settings, programId: chain.programId }, shutdown.signal);
  const identity = { ...known, idlHash: idlHash(idl) };
  const { standby: wait = false, onStandby: onWait } = options;
  const lease = await holdLease({ olap, name: INDEXER_LEASE, clock, logger, shutdown, wait, onWait });
  onStep('reading what the store has');
  const store = { writer: lease.guard(olap.writer) };
  const rewards = rewardAccounts(settings);
  const { start, ...state } = await prepareIndex({ olap: store, identity, rewards, clock, logger });
  await requireChainAhead(rpc, { settings, stored: start.checkpoint?.slot, signal: shutdown.signal });

  const stats = createStats();
  stats.lastIndexedSlot = start.checkpoint?.slot;
  const { YELLOWSTONE_TOKEN_ACCOUNTS: tokenAccounts } = settings;
  const { reader } = options;
  /** The newest checkpoint that the reader was told of before it was written. */
  let taken: Checkpoint | undefined;
  const writer = new Writer({
    olap: store,
    clock,
    logger,
    commitment,
    tokensByTransactions: tokenAccounts === 'transactions',
    start,
    reader: reader && {
      ...reader,
      onTaken: (slot) => {
        taken = slot.checkpoint;
        stats.lastIndexedSlot = taken.slot;
        reader.onTaken(slot);
      },
    },
    onCheckpoint: (checkpoint) => {
      stats.lastIndexedSlot = (taken && taken.revision > checkpoint.revision ? taken : checkpoint).slot;
      stats.checkpointAt = clock.now();
      options.onCheckpoint?.(checkpoint);
    },
  });
  const source = openSource(chain, options);
  const decoder = new Decoder({
    idl,
    programId: chain.programId,
    treasury: rewards.treasury,
    tokenBalances: tokenAccounts === 'transactions',
  });
  if (tokenAccounts === 'transactions') {
    const window = new SnapshotWindow(0n);
    for (const account of await storedTokenAccounts(olap.scanner, shutdown.signal))
      decoder.remember(window.show(account));
  }
  const { programId } = chain;
  const stored = { scanner: olap.scanner, writer: store.writer };
  const index = new StoredIndex({ olap: stored, writer, programId, rewards, clock });
  const pipeline = new Pipeline({
    source,
    rpc,
    writer,
    decoder,
    programId,
    commitment,
    rewards,
    tokenAccounts,
    resume: start.checkpoint && { head: start.checkpoint.slot, ...state },
    known: await knownAccounts(olap.scanner, shutdown.signal),
    index,
    stats,
    clock,
    logger,
    onStep,
  });
  const heard = (slot: bigint): void => {
    noteHead(stats, slot);
    writer.heard(slot);
  };
  const watching = watchHead({ rpc, commitment, clock, logger, signal: shutdown.signal, heard });
  if (start.checkpoint) onStep('waiting for the next slot of the stream');
  const following = followWhileHeld(pipeline, lease, shutdown.signal);
  const done = Promise.all([following, watching]).then(() => undefined);
  const audits = openAudits({
    rpc,
    index: {
      lane: olap.scanner,
      ledger: store.writer,
      programId,
      commitment,
      rewardMint: rewards.mint,
      treasury: rewards.treasury,
    },
    mending: { decoder, pipeline, writer },
    clock,
    logger,
    onAudit: options.onAudit,
  });
  index.audits = audits;
  const auditing = audits.run(settings.AUDIT_INTERVAL_SECONDS * 1000, shutdown.signal);
  // On an embedded store no other process can request repairs.
  const repairing =
    olap.kind === 'server'
      ? serveRepairs({ audits, reader: olap.control, ledger: store.writer, clock, logger }, shutdown.signal)
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

function openSource(
  { endpoint, xToken }: ChainSettings,
  {
    settings,
    logger,
    clock,
    streamBounds,
  }: Pick<IndexerOptions, 'settings' | 'logger' | 'clock' | 'streamBounds'>,
) {
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

async function requireChainAhead(rpc: RpcClient, { settings, stored, signal }: AheadOptions): Promise<void> {
  if (stored === undefined) return;
  const chain = await rpc.getSlot({ commitment: settings.INDEX_COMMITMENT, signal });
  if (chain + LAGGING_NODE_SLOTS >= stored) return;
  const store = settings.CLICKHOUSE_URL === undefined ? 'DATA_DIR' : 'CLICKHOUSE_URL';
  throw new LaunchlensError('CHAIN_BEHIND_STORE', { stored, chain, store });
}
