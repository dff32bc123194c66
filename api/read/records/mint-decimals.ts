import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { smallColumn, unsignedColumn } from '../../../core/olap/port.ts';
import type { AskAt } from '../history/query.ts';
import type { LaunchState } from '../model.ts';
import { sqlFile } from '../sql-file.ts';

const SQL = sqlFile(import.meta.url, 'mint-decimals.sql');
const row = z.object({ mint_key: pubkeyText, mint_decimals: smallColumn, since: unsignedColumn });

/** The decimals of a mint, which never change, and the first slot at which the index knows them. */
export interface MintDecimals {
  readonly decimals: number;
  readonly since: bigint;
}

/** Every mint of the launches, once. */
export function mintsOf(
  launches: readonly Pick<LaunchState, 'launchMint' | 'pledgeMint'>[],
): readonly Pubkey[] {
  return [...new Set(launches.flatMap(({ launchMint, pledgeMint }) => [launchMint, pledgeMint]))];
}

/** The decimals of mints, by mint; unknown mints are omitted. */
export async function mintDecimals(
  ask: AskAt,
  mints: readonly Pubkey[],
): Promise<ReadonlyMap<Pubkey, MintDecimals>> {
  if (mints.length === 0) return new Map();
  const addresses = mints.map((mint) => Buffer.from(pubkeyBytes(mint)).toString('hex').toUpperCase());
  const rows = await ask(SQL, { addresses }, row);
  return new Map(rows.map(({ mint_key, mint_decimals: decimals, since }) => [mint_key, { decimals, since }]));
}
