import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { hexColumn, signedColumn, smallColumn, unsignedColumn } from '../../../core/olap/port.ts';
import type { SlotRange } from '../../../core/rules/slot-ranges.ts';
import { FLOW_DIRECTIONS, FLOW_KIND } from '../../../schemas/rest/flows.ts';
import type { AskAt } from '../history/query.ts';
import { rowOf } from '../row.ts';
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

const SIGNATURE_BYTES = 64;

/** One movement of tokens in or out of an escrow. */
const flowRow = rowOf({
  slot: ['flow_slot', unsignedColumn],
  signature: [
    'signature_hex',
    hexColumn.refine(({ length }) => length === SIGNATURE_BYTES, { error: 'a signature' }),
  ],
  ordinal: smallColumn,
  direction: z.enum(FLOW_DIRECTIONS),
  kind: z.string().regex(FLOW_KIND),
  /** Undefined if the transaction does not show it. */
  wallet: ['wallet_key', pubkeyText.nullable()],
  mint: ['mint_key', pubkeyText],
  amount: unsignedColumn,
  /** Unix seconds. */
  blockTime: signedColumn.nullable(),
});
const rangeRow = rowOf({ from: ['from_slot', unsignedColumn], to: ['to_slot', unsignedColumn] });

/** One page of a launch's escrow activity, oldest first. */
export async function flowsPage(ask: AskAt, slot: bigint, question: FlowsQuestion) {
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
    /** From this slot up to the answer's slot every movement is known; undefined otherwise. */
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
