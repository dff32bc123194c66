import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Pubkey, parsePubkey, pubkeyBytes, pubkeyFromBytes } from '../../../../core/kernel/pubkey.ts';
import { findProgramAddress } from '../../../../idl/pda.ts';
import { PERPS_PROGRAM_ID } from './accounts.ts';

/** The only pool. https://developers.jup.ag/docs/perps/pool-account */
export const POOL = parsePubkey('5BUwFW4nRbftYTDMbgxykoFWqWHPzahFSNAaaaJtVKsq');

/** What can be traded, by its custody. https://developers.jup.ag/docs/perps/custody-account */
export const MARKETS = [
  { market: 'SOL-PERP', custody: parsePubkey('7xS2gz2bTp3fwCC7knJvUWTEU9Tycczu6VhJYKgi1wdz') },
  { market: 'ETH-PERP', custody: parsePubkey('AQCGyheWPLeo6Qp9WpYS9m3Qj479t7R636N9ey1rEjEn') },
  { market: 'BTC-PERP', custody: parsePubkey('5Pv3gM9JrFFH883SWAhvJC9RPYmo8UNxuFtv5bMMALkm') },
] as const;

/** What backs shorts unless the trader chooses another one. */
export const USDC_CUSTODY = parsePubkey('G18jKKXQwBbrHeiK3C9MRXhkHsLHf7XgCSisykV46EZa');

/** The collateral of shorts: USDC, USDT and JupUSD. */
const STABLES = [
  USDC_CUSTODY,
  parsePubkey('4vkNeXiYEUizLdrpdPS1eC2mccyM4NUPRtERrk6ZETkk'),
  parsePubkey('DdwY1ELc9rRK7xNL3hTXabSFBmVrTPpfsUZSv2Y3LL1U'),
] as const;

export const CUSTODIES: readonly Pubkey[] = [...MARKETS.map(({ custody }) => custody), ...STABLES];

const [LONG, SHORT] = [1, 2];

/**
 * Every address at which a wallet can have a position: longs are backed by the token itself, shorts by a stablecoin.
 * https://developers.jup.ag/docs/perps/position-account
 */
export function positionAddresses(owner: Pubkey): readonly Pubkey[] {
  return MARKETS.flatMap(({ custody }) => [
    positionAddress(owner, custody, custody, LONG),
    ...STABLES.map((stable) => positionAddress(owner, custody, stable, SHORT)),
  ]);
}

function positionAddress(owner: Pubkey, custody: Pubkey, collateral: Pubkey, side: number): Pubkey {
  const keys = [owner, POOL, custody, collateral].map(pubkeyBytes);
  const seeds = [utf8ToBytes('position'), ...keys, Uint8Array.of(side)];
  return pubkeyFromBytes(findProgramAddress(seeds, pubkeyBytes(PERPS_PROGRAM_ID)).address);
}
