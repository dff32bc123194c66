import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import type { ChunkSequence } from '../../backfill/job.ts';
import { NOTHING } from '../../backfill/outcome.ts';
import { createDecoder } from '../../decode/decoder.ts';
import { FollowedAccounts } from '../../pipeline/followed-accounts.ts';
import { peekIndex } from '../peek-index.ts';
import { accountsIn, clearFlows, clearStates } from './clear-range.ts';
import { FillWriter } from './fill-writer.ts';
import type { CaptureJobOptions } from './options.ts';
import type { CapturePlan } from './plan.ts';

export interface ClearingOptions extends CaptureJobOptions {
  readonly plan: CapturePlan;
  /** Rows of at most this revision are the index's. */
  readonly revision: bigint;
  readonly signal: AbortSignal;
  readonly anchored: (count: number) => void;
}

/**
 * Takes out what the index itself wrote in the ranges that are to be filled: of a fork that died and stayed, or lacking
 * a write that came late. Its revisions are greater than that of a backfill, so it would win over what is brought. Those
 * rows may also be all that tells an account's state at held slots above, so each account among them is anchored first.
 * Anchors are a chunk of their own: once any row is gone, no process works them out again.
 */
export async function* clearingChunks(options: ClearingOptions): ChunkSequence {
  const { olap, plan } = options;
  const { fills, flows, checkpoint } = plan;
  if (!checkpoint || fills.length + flows.length === 0) return;
  // What the indexer has written since the plan was made is none of it.
  const rows = { lane: olap.writer, revision: checkpoint.revision };
  yield {
    key: 'anchors',
    run: async ({ dryRun }) => {
      if (!dryRun) await anchorAll(options, rows);
      return NOTHING;
    },
  };
  yield {
    key: 'clear',
    run: async ({ dryRun }) => {
      for (const fill of dryRun ? [] : fills) await clearStates(fill, rows);
      for (const range of dryRun ? [] : flows) await clearFlows(range, rows);
      return NOTHING;
    },
  };
}

/** By a decoder that follows all that the index ever followed: the captures may know less. */
async function anchorAll(options: ClearingOptions, rows: Parameters<typeof accountsIn>[1]): Promise<void> {
  const { olap, plan, captures, anchored } = options;
  const { identity } = captures;
  const decoder = createDecoder({ idl: ESCROW_IDL, programId: identity.programId });
  const index = await peekIndex(olap.scanner, identity);
  const followed = new FollowedAccounts({ decoder, programId: identity.programId });
  followed.add(index.launches);
  for (const mint of index.mints) followed.addMint(mint);
  const writer = new FillWriter({ ...options, decoder, program: pubkeyBytes(identity.programId) });
  for (const fill of plan.fills) await writer.anchor(fill, await accountsIn(fill, rows));
  anchored(writer.anchors);
}
