import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { hexColumn, unsignedColumn } from '../../../core/olap/port.ts';
import { FLOW_DIRECTIONS, FLOW_KIND } from '../../../schemas/rest/flows.ts';
import type { AskAt } from '../history/query.ts';
import { rowOf } from '../row.ts';
import { sqlFile } from '../sql-file.ts';
import { completeFrom } from './flows.ts';

const FLOWS = sqlFile(import.meta.url, 'flows-of-wallet.sql');
const RANGES = sqlFile(import.meta.url, 'flow-ranges.sql');
/** Far more than the transactions of a page have. */
const MOST_FLOWS = 1_000;

const flowRow = rowOf({
  launchId: unsignedColumn,
  slot: ['flow_slot', unsignedColumn],
  signature: ['signature_hex', hexColumn],
  direction: z.enum(FLOW_DIRECTIONS),
  kind: z.string().regex(FLOW_KIND),
  mint: ['mint_key', pubkeyText],
  amount: unsignedColumn,
});
const rangeRow = rowOf({ from: ['from_slot', unsignedColumn], to: ['to_slot', unsignedColumn] });

export interface WalletFlows {
  readonly wallet: Pubkey;
  /** Slots, inclusive. */
  readonly from: bigint;
  readonly to: bigint;
}

/** A wallet's movements in or out of escrows, and the slot from which on every one is known. */
export async function walletFlows(ask: AskAt, slot: bigint, { wallet, from, to }: WalletFlows) {
  const parameters = {
    wallet: Buffer.from(pubkeyBytes(wallet)).toString('hex'),
    ...{ from_slot: from, to_slot: to, limit: MOST_FLOWS },
  };
  const [flows, ranges] = await Promise.all([ask(FLOWS, parameters, flowRow), ask(RANGES, {}, rangeRow)]);
  return { flows, completeFrom: completeFrom(ranges, slot) };
}
