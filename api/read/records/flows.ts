import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { hexColumn, signedColumn, smallColumn, unsignedColumn } from '../../../core/olap/columns.ts';
import { FLOW_DIRECTIONS, FLOW_KIND } from '../../../schemas/rest/flows.ts';
import type { SlotRange } from '../coverage.ts';
import type { AskAt } from '../history/query.ts';
import { sqlFile } from '../sql-file.ts';

const PAGE = sqlFile(import.meta.url, 'flows-page.sql');
const RANGES = sqlFile(import.meta.url, 'flow-ranges.sql');

/** The position of a movement in a list. */
export interface FlowPosition {
  readonly slot: bigint;
  /** 64 bytes in upper-case hexadecimal. */
  readonly signature: string;
  readonly ordinal: number;
}

export interface FlowsQuestion {
  readonly launchId: bigint;
  /** Only movements after this one. */
  readonly after?: FlowPosition | undefined;
  readonly limit: number;
}

/** One movement of tokens in or out of an escrow. */
export interface FlowState {
  readonly slot: bigint;
  readonly signature: Uint8Array;
  readonly ordinal: number;
  readonly direction: (typeof FLOW_DIRECTIONS)[number];
  readonly kind: string;
  /** Undefined if the transaction does not show it. */
  readonly wallet: Pubkey | undefined;
  readonly mint: Pubkey;
  readonly amount: bigint;
  /** Unix seconds. */
  readonly blockTime: bigint | undefined;
}

export interface FlowPage {
  readonly flows: readonly FlowState[];
  readonly more: boolean;
  /** From this slot up to the answer's slot every movement is known; undefined otherwise. */
  readonly completeFrom: bigint | undefined;
}

const SIGNATURE_BYTES = 64;

const flowRow = z
  .object({
    flow_slot: unsignedColumn,
    signature_hex: hexColumn.refine(({ length }) => length === SIGNATURE_BYTES, { error: 'a signature' }),
    ordinal: smallColumn,
    direction: z.enum(FLOW_DIRECTIONS),
    kind: z.string().regex(FLOW_KIND),
    wallet_key: pubkeyText.nullable(),
    mint_key: pubkeyText,
    amount: unsignedColumn,
    block_time: signedColumn.nullable(),
  })
  .transform(
    ({ flow_slot, signature_hex, wallet_key, mint_key, block_time, ...row }): FlowState => ({
      ...row,
      slot: flow_slot,
      signature: signature_hex,
      wallet: wallet_key ?? undefined,
      mint: mint_key,
      blockTime: block_time ?? undefined,
    }),
  );
const rangeRow = z
  .object({ from_slot: unsignedColumn, to_slot: unsignedColumn })
  .transform((row): SlotRange => ({ from: row.from_slot, to: row.to_slot }));

/** One page of a launch's escrow activity, oldest first. */
export async function flowsPage(ask: AskAt, slot: bigint, question: FlowsQuestion): Promise<FlowPage> {
  const { launchId, after, limit } = question;
  const parameters = {
    launch_id: launchId,
    from_start: after === undefined,
    after_slot: after?.slot ?? 0n,
    after_signature: after?.signature ?? '',
    after_ordinal: after?.ordinal ?? 0,
    limit: limit + 1,
  };
  const [flows, ranges] = await Promise.all([ask(PAGE, parameters, flowRow), ask(RANGES, {}, rangeRow)]);
  return {
    flows: flows.slice(0, limit),
    more: flows.length > limit,
    completeFrom: completeFrom(ranges, slot),
  };
}

/** The first slot of the contiguous ranges up to `slot`. */
export function completeFrom(ranges: readonly SlotRange[], slot: bigint): bigint | undefined {
  let first: bigint | undefined;
  for (const { from, to } of ranges.toSorted((a, b) => (a.to < b.to ? 1 : a.to > b.to ? -1 : 0))) {
    if (from > slot) continue;
    if (to >= (first === undefined ? slot : first - 1n) && (first === undefined || from < first))
      first = from;
  }
  return first;
}
