import { z } from 'zod';
import { signedColumn, smallColumn, unsignedColumn } from '../../../core/olap/columns.ts';
import type { Olap } from '../../../core/olap/port.ts';
import type { NaiveFlow } from './naive-flows.ts';

const flowRow = z.object({
  launchId: unsignedColumn,
  atSlot: unsignedColumn,
  signatureHex: z.string(),
  ordinal: smallColumn,
  direction: z.enum(['in', 'out']),
  kind: z.string(),
  walletHex: z.string(),
  mintHex: z.string(),
  amount: unsignedColumn,
  blockTime: signedColumn,
});

const FLOWS = `SELECT launch_id AS launchId, slot AS atSlot, lower(hex(signature)) AS signatureHex, ordinal, direction, kind,
    lower(hex(wallet)) AS walletHex, lower(hex(mint)) AS mintHex, amount, block_time AS blockTime
  FROM escrow_flows ORDER BY launch_id, slot, signature, ordinal, revision DESC
  LIMIT 1 BY launch_id, slot, signature, ordinal`;

/** Every movement by the rule that readers follow: of rows with one key the greatest revision counts. */
export async function storedFlows(olap: Olap): Promise<NaiveFlow[]> {
  const rows = await olap.reader.query({ sql: FLOWS }, flowRow);
  return rows.map(({ atSlot, signatureHex, walletHex, mintHex, ...row }) => ({
    ...row,
    slot: atSlot,
    signature: signatureHex,
    wallet: walletHex,
    mint: mintHex,
  }));
}

const rangeRow = z.object({ from: unsignedColumn, to: unsignedColumn });

const RANGES = `SELECT from_slot AS from, to_slot AS to
  FROM (SELECT * FROM flow_coverage ORDER BY from_slot, revision DESC LIMIT 1 BY from_slot)
  ORDER BY from`;

/** The ranges of `flow_coverage`, ascending. */
export async function storedFlowRanges(olap: Olap): Promise<{ from: bigint; to: bigint }[]> {
  return olap.reader.query({ sql: RANGES }, rangeRow);
}

/** By slot and signature, in which no two flows of the local chain are equal. */
export function sorted(flows: readonly NaiveFlow[]): NaiveFlow[] {
  const place = ({ slot, signature }: NaiveFlow): string => `${String(slot).padStart(20, '0')} ${signature}`;
  return flows.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}
