import { define } from './definition.ts';

export const backfillErrors = {
  BACKFILL_INTERRUPTED: define(
    'The {kind} backfill was interrupted after {chunks} finished chunks. Run the same command again to resume.',
  ),
  INDEX_STANDS_STILL: define<{ slot: bigint; head: bigint | undefined; seconds: number }>(
    ({ slot, head, seconds }) =>
      `The running indexer has not reached slot ${slot}: it has been at ${head ?? 'no slot'} for ${seconds} s.`,
    { status: 503 },
  ),
  BACKFILL_NODE_DOWN: define<{ detail: string }>(
    ({ detail }) => `${detail.replace(/\.$/, '')}. Check SOLANA_RPC_URL. Nothing was read.`,
    { exit: 2, status: 502, retryable: true },
  ),
  BACKFILL_NEEDS_INDEX: define(
    'The store has no index yet, which a {kind} backfill needs. Run `launchlens backfill snapshot` or `launchlens index` first.',
    { exit: 2 },
  ),
  CHAIN_NOT_FINAL: define(
    'The RPC node at {host} has finalized only slot {finalized}, and the backfill needs slot {slot}. Try again shortly.',
    { status: 502, retryable: true },
  ),
  BLOCK_NOT_TOLD: define(
    'The RPC node at {host} answered from slot {slot} but does not return the block of that slot. Try again shortly, or use another node.',
    { status: 502, retryable: true },
  ),
  SNAPSHOT_SLOT_PASSED: define(
    '--to-slot {to} is in the past: the chain is at slot {slot}. An RPC node only returns current account state, so use {slot} or later.',
    { exit: 2, status: 400 },
  ),
  SNAPSHOT_SLOT_AHEAD: define(
    'The chain is at slot {slot}, more than a minute before --from-slot {from}. Run this again closer to that slot.',
    { exit: 2, status: 400 },
  ),
  BACKFILL_RANGE: define<{ detail: string }>(({ detail }) => detail, { exit: 2, status: 400 }),
};
