import { z } from 'zod';
import { type ChunkOutcome, toJson, unsignedText } from '../../backfill/job.ts';

const transactionRef = z.object({ signature: z.string(), slot: unsignedText });

/** What a page of an escrow's transactions passes to the next one and to the report. */
const pageDetail = z.object({
  /** The next page is older than this signature; absent when nothing is left to read. */
  next: z.string().optional(),
  /** The oldest successful transaction listed so far. */
  oldest: transactionRef.optional(),
  /** True once the account's first transaction was read. */
  begins: z.boolean(),
  /** Transactions whose inner instructions the node does not have. */
  withoutInner: z.number(),
  /** Transactions that the stream missed. */
  missed: z.number(),
  /** Transactions that died with their fork, whose movements were removed. */
  dead: z.number().default(0),
  /** Transactions whose movements differ in a range that the stream covered, or may not be written there. */
  differing: z.array(transactionRef).readonly(),
});

export type PageDetail = z.output<typeof pageDetail>;
export type TransactionRef = z.output<typeof transactionRef>;

export function parsePage({ detail = '' }: ChunkOutcome): PageDetail {
  return pageDetail.parse(JSON.parse(detail));
}

export function pageOutcome(outcome: Omit<ChunkOutcome, 'detail'>, detail: PageDetail): ChunkOutcome {
  return { ...outcome, detail: toJson(detail) };
}
