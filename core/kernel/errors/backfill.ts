import { define } from './definition.ts';

export const backfillErrors = {
  BACKFILL_INTERRUPTED: define<{ kind: string; chunks: number }>(
    ({ kind, chunks }) =>
      `The ${kind} backfill was interrupted after ${chunks} finished chunks: run the same command again to go on from there.`,
  ),
  INDEX_STANDS_STILL: define<{ slot: bigint; head: bigint | undefined; seconds: number }>(
    ({ slot, head, seconds }) =>
      `The running indexer has not reached slot ${slot}: it stands at ${head ?? 'no slot yet'} for ${seconds} s.`,
    { status: 503 },
  ),
  BACKFILL_NODE_DOWN: define<{ detail: string }>(
    ({ detail }) => `${detail.replace(/\.$/, '')}: check SOLANA_RPC_URL, nothing was read.`,
    { exit: 2, status: 502, retryable: true },
  ),
  BACKFILL_NEEDS_INDEX: define<{ kind: string }>(
    ({ kind }) =>
      `The store holds no index yet that a ${kind} backfill could work on: run \`launchlens backfill snapshot\` or \`launchlens index\` first.`,
    { exit: 2 },
  ),
  CHAIN_NOT_FINAL: define<{ host: string; slot: bigint; finalized: bigint }>(
    ({ host, slot, finalized }) =>
      `The RPC node at ${host} has finalized slot ${finalized} and not ${slot}, up to which history is to be read.`,
    { status: 502, retryable: true },
  ),
  BLOCK_NOT_TOLD: define<{ host: string; slot: bigint }>(
    ({ host, slot }) => `The RPC node at ${host} answered from slot ${slot} and does not tell its block.`,
    { status: 502, retryable: true },
  ),
  SNAPSHOT_SLOT_PASSED: define<{ slot: bigint; to: bigint }>(
    ({ slot, to }) =>
      `A snapshot can be taken at slot ${slot} or later, and --to-slot is ${to}: a node does not tell what accounts held in the past.`,
    { exit: 2, status: 400 },
  ),
  SNAPSHOT_SLOT_AHEAD: define<{ slot: bigint; from: bigint }>(
    ({ slot, from }) =>
      `The chain is at slot ${slot}, more than a minute before --from-slot ${from}: run this again when it comes near.`,
    { exit: 2, status: 400 },
  ),
  BACKFILL_RANGE: define<{ detail: string }>(({ detail }) => detail, { exit: 2, status: 400 }),
};
