import { z } from 'zod';
import type { Pubkey } from '../kernel/pubkey.ts';
import { flagColumn, type OlapLane, smallColumn, unsignedColumn } from '../olap/port.ts';
import { REWARD_DECIMALS } from '../rules/reward-mint.ts';

/** The state of the index at which the mint is looked up. */
export interface MintMoment {
  readonly slot: bigint;
  readonly revision: bigint;
}

const mintRow = z.object({ decimals: smallColumn, closed: flagColumn });
const NEWEST_OF_MINT = `SELECT decimals, closed FROM mint_versions
  WHERE address = base58Decode({mint:String}) AND slot <= {slot:UInt64} AND revision <= {revision:UInt64}
  ORDER BY slot DESC, revision DESC LIMIT 1`;
const momentRow = z.object({ slot: unsignedColumn, revision: unsignedColumn });
const NEWEST_MOMENT = 'SELECT slot, revision FROM checkpoints ORDER BY revision DESC LIMIT 1';

/**
 * Whether the reward token does not exist yet at a slot: no mint is configured, or the account there is not an
 * SPL mint with the reward token's decimals.
 */
export async function preMintAt(
  lane: OlapLane,
  mint: Pubkey | undefined,
  { slot, revision, signal }: MintMoment & { readonly signal?: AbortSignal | undefined },
): Promise<boolean> {
  if (mint === undefined) return true;
  const statement = { sql: NEWEST_OF_MINT, parameters: { mint, slot, revision }, ...(signal && { signal }) };
  const [found] = await lane.query(statement, mintRow);
  return !found || found.closed || found.decimals !== REWARD_DECIMALS;
}

/** Whether it does not exist yet at the newest slot of the index. */
export async function preMintNow(
  lane: OlapLane,
  mint: Pubkey | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  if (mint === undefined) return true;
  const [newest] = await lane.query({ sql: NEWEST_MOMENT, ...(signal && { signal }) }, momentRow);
  return !newest || preMintAt(lane, mint, { ...newest, signal });
}
