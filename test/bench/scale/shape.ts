import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';

/** Pledges of each launch. */
export const PLEDGES_PER_LAUNCH = 10_000;
/** A hundred pledges are made in each slot. */
const PLEDGES_PER_SLOT = 100;
const WALLETS = 10_000_000;

export function launchesOf(versions: number): number {
  return Math.ceil(versions / PLEDGES_PER_LAUNCH);
}

/** The slot of the last of so many versions. */
export function slotOf(versions: number): bigint {
  return BigInt(Math.ceil(versions / PLEDGES_PER_SLOT));
}

/** The 32 bytes of the wallet that made version `n`, as `WALLET_SQL` has them. */
function walletOf(n: number): Buffer {
  // Knuth's multiplicative hash spreads the wallets over the launches, and both sides can compute it.
  const wallet = (BigInt(n) * 2_654_435_761n) % BigInt(WALLETS);
  return createHash('sha256').update(`wallet ${wallet}`).digest();
}

export function walletNamed(n: number): string {
  return base58.encode(walletOf(n));
}

/** Rows `from` to `from + count - 1`, made by the engine itself; the columns that answer nothing keep random bytes. */
export const FILL_SQL = `INSERT INTO pledge_versions
    (launch_id, pledger, slot, address, amount, refunded, write_version, revision, lamports, pledged_ts, signature)
  SELECT intDiv(number, ${PLEDGES_PER_LAUNCH}),
    SHA256(concat('wallet ', toString((number * 2654435761) % ${WALLETS}))),
    1 + intDiv(number, ${PLEDGES_PER_SLOT}), randomFixedString(32), cityHash64(number) % 1000000000, 0, number,
    {revision:UInt64}, 1, 1790000000, randomFixedString(64)
  FROM numbers({from:UInt64}, {count:UInt64})`;
