import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { type ChunkSequence, NOTHING } from '../../backfill/job.ts';
import { Decoder } from '../../decode/decoder.ts';
import { FollowedAccounts } from '../../pipeline/followed-accounts.ts';
import { peekIndex } from '../peek-index.ts';
import { accountsIn, clearFlows, clearStates } from './clear-range.ts';
import { FillWriter } from './fill-writer.ts';
import type { CaptureJobOptions, CapturePlan } from './plan.ts';

export interface ClearingOptions extends CaptureJobOptions {
  readonly plan: CapturePlan;
  /** Rows of at most this revision are the index's. */
  readonly revision: bigint;
  readonly signal: AbortSignal;
  readonly anchored: (count: number) => void;
}

/**
 * Removes the index's own rows in the ranges to fill: rows of a dead fork, or incomplete without a late write.
 * Their revisions are greater than a backfill's, so they would take precedence. They may also be the only source
 * of an account's state at known slots above, so each such account gets an anchor first. Anchors are their own
 * chunk: once rows are removed, no process can compute them again.
 */
export async function* clearingChunks(options: ClearingOptions): ChunkSequence {
  const { olap, plan } = options;
  const { fills, flows, checkpoint } = plan;
  if (!checkpoint || fills.length + flows.length === 0) return;
  // Rows that the indexer has written since the plan are not affected.
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

/** With a decoder that follows everything that the index ever followed: the captures may know less. */
async function anchorAll(options: ClearingOptions, rows: Parameters<typeof accountsIn>[1]): Promise<void> {
  const { olap, plan, captures, anchored } = options;
  const { identity } = captures;
  const decoder = new Decoder({ idl: ESCROW_IDL, programId: identity.programId });
  const index = await peekIndex(olap.scanner, identity);
  const followed = new FollowedAccounts({ decoder, programId: identity.programId });
  followed.add(index.launches);
  for (const mint of index.mints) followed.addMint(mint);
  const writer = new FillWriter({ ...options, decoder, program: pubkeyBytes(identity.programId) });
  for (const fill of plan.fills) await writer.anchor(fill, await accountsIn(fill, rows));
  anchored(writer.anchors);
}
