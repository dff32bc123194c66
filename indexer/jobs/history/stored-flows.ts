import { z } from 'zod';
import { hexColumn, signedColumn, smallColumn, unsignedColumn } from '../../../core/olap/columns.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import type { EscrowFlow } from '../../decode/escrow-flows.ts';
import type { SlotRange } from './ranges.ts';

const STORED = `SELECT hex(signature) AS signatureHex, ordinal, toString(direction) AS way, kind,
    hex(wallet) AS walletHex, hex(mint) AS mintHex, amount, block_time AS blockTime
  FROM
  (
    SELECT * FROM escrow_flows
    WHERE launch_id = {launch_id:UInt64} AND slot BETWEEN {from:UInt64} AND {to:UInt64}
    ORDER BY slot, signature, ordinal, revision DESC
    LIMIT 1 BY slot, signature, ordinal
  )
  ORDER BY signatureHex, ordinal`;

const flowRow = z.object({
  signatureHex: hexColumn,
  ordinal: smallColumn,
  way: z.string(),
  kind: z.string(),
  walletHex: hexColumn,
  mintHex: hexColumn,
  amount: unsignedColumn,
  blockTime: signedColumn.nullable(),
});

/** The movements of a launch in a range of slots, each transaction's as one text, by its signature in hex. */
export async function storedFlowTexts(
  lane: OlapLane,
  launchId: bigint,
  { from, to }: SlotRange,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const parameters = { launch_id: launchId, from, to };
  const texts = new Map<string, string>();
  for await (const rows of lane.stream({ sql: STORED, parameters, signal }, flowRow)) {
    for (const { signatureHex, ordinal, way, kind, walletHex, mintHex, amount, blockTime } of rows) {
      const text = flowText(ordinal, way, kind, walletHex, mintHex, amount, blockTime);
      const key = signatureHex.toString('hex');
      texts.set(key, (texts.get(key) ?? '') + text);
    }
  }
  return texts;
}

const NO_WALLET = new Uint8Array(32);

/** The text of movements that were just read, comparable with that of stored ones. */
export function flowsText(flows: readonly EscrowFlow[], blockTime: bigint | undefined): string {
  return flows
    .map(({ ordinal, direction, kind, wallet = NO_WALLET, mint, amount }) =>
      flowText(ordinal, direction, kind, wallet, mint, amount, blockTime),
    )
    .join('');
}

type Part = string | number | bigint | Uint8Array | null | undefined;

function flowText(...parts: readonly Part[]): string {
  const text = (part: Part): string =>
    part instanceof Uint8Array ? Buffer.from(part).toString('hex') : String(part ?? '-');
  return `${parts.map(text).join(' ')}\n`;
}
