import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { smallColumn } from '../../../core/olap/port.ts';
import type { AskAt } from '../history/query.ts';
import { sqlFile } from '../sql-file.ts';

const SQL = sqlFile(import.meta.url, 'mint-decimals.sql');
const row = z.object({ mint_key: pubkeyText, mint_decimals: smallColumn });

/** The decimals of mints, by mint; unknown mints are omitted. */
export async function mintDecimals(
  ask: AskAt,
  mints: readonly Pubkey[],
): Promise<ReadonlyMap<Pubkey, number>> {
  const addresses = mints.map((mint) => Buffer.from(pubkeyBytes(mint)).toString('hex').toUpperCase());
  const rows = await ask(SQL, { addresses }, row);
  return new Map(rows.map(({ mint_key, mint_decimals }) => [mint_key, mint_decimals]));
}
