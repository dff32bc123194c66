import { holdLease, INDEXER_LEASE } from '../core/olap/lease.ts';
import { ESCROW_IDL } from '../idl/escrow.ts';
import { idlHash } from '../idl/hash.ts';
import type { Idl } from '../idl/schema.ts';
import { requireChain, rewardAccounts } from './chain-settings.ts';
import { Decoder } from './decode/decoder.ts';
import { type FollowOptions, follow, openSource, type RunningIndexer, requireChainAhead } from './follow.ts';
import { chainIdentity } from './identity.ts';
import type { Checkpoint } from './model/checkpoint.ts';
import { findLaunchAccounts } from './model/find-accounts.ts';
import { KnownAccounts } from './model/known-accounts.ts';
import type { KnownSource } from './pipeline/known-of-index.ts';
import { createStats } from './pipeline/stats.ts';
import { RpcClient } from './source/rpc/client.ts';
import { SnapshotWindow } from './source/snapshot/account-window.ts';
import { StoredIndex } from './stored-index.ts';
import type { SlotReader } from './write/reader-link.ts';
import { storedTokenAccounts } from './write/resume/token-accounts.ts';
import { prepareIndex } from './write/resume.ts';
import { Writer } from './write/writer.ts';

export type { RunningIndexer } from './follow.ts';

export interface IndexerOptions extends FollowOptions {
  /** The filters by which accounts are read; by default the program's own. */
  readonly idl?: Idl;
  /** Who in this process answers from what is indexed. */
  readonly reader?: SlotReader;
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
  const ready = {
    source: openSource(chain, options),
    rpc,
    writer,
    decoder,
    programId,
    commitment,
    rewards,
    tokenAccounts,
    resume: start.checkpoint && { head: start.checkpoint.slot, ...state },
    known: {
      make: () => new KnownAccounts(),
      find: (addresses, signal) => findLaunchAccounts(olap.reader, addresses, signal),
      ...(options.remembered !== undefined && { capacity: options.remembered }),
    } satisfies KnownSource,
    index: new StoredIndex({ olap: stored, writer, programId, rewards, clock }),
    stats,
    lease,
    lanes: { kind: olap.kind, control: olap.control, ...stored },
    audited: { rewardMint: rewards.mint, treasury: rewards.treasury },
  };
  return follow(ready, { ...options, onStep });
}
