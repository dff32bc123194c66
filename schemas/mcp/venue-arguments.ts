import { z } from 'zod';
import { small } from '../reads/argument.ts';
import { U64_MAX, u64Text } from '../u64.ts';
import { expecting, mint, movedAmount } from './arguments.ts';

/** Arguments of the tools that go through venues. The error of each completes the sentence "<name> must be …". */

const worded = (error: string, pattern: RegExp) =>
  z.string(expecting(error)).regex(pattern, { ...expecting(error), abort: true });

export const inputMint = mint.meta({ description: 'Mint of the token that is given, in base58.' });
export const outputMint = mint.meta({ description: 'Mint of the token that is wanted, in base58.' });

export const slippageBps = small(0, 1_000)
  .default(50)
  .meta({ description: 'How much worse than quoted the price may get, in basis points.' });

export const minimumOut = movedAmount.optional().meta({
  description: 'Least amount to come in, in base units. Where the quote promises more, the quote counts.',
});

/** The arguments of every swap besides its two tokens. */
export const swapTerms = {
  amount: movedAmount,
  slippage_bps: slippageBps,
  minimum_out: minimumOut,
} as const;

export const marketName = worded(
  'a market as the venue calls it: 1 to 40 letters, digits and . _ / -',
  /^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/,
).meta({ description: 'Market, as the venue calls it.', examples: ['SOL-PERP'] });

const reference = (what: string) =>
  worded(`the id of ${what}: 1 to 64 letters, digits, _ and -`, /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);

export const positionId = reference('a position').meta({ description: 'Id of the position at the venue.' });
export const orderId = reference('an order').meta({ description: 'Id of the order at the venue.' });

export const leverage = small(1, 50).meta({ description: 'Size of the position by its margin, 1 to 50.' });

export const shareBps = small(1, 10_000)
  .default(10_000)
  .meta({ description: 'How much of the position, in basis points; 10000 is all of it.' });

const PRICE = 'a price above zero of at most 18 digits before and after the point, as a decimal string';

export const price = worded(PRICE, /^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/)
  .refine((text) => /[1-9]/.test(text), expecting(PRICE))
  .meta({
    description: 'Price in the quote currency of the market, as a decimal string.',
    examples: ['142.5'],
  });

export const marginMint = mint.meta({ description: 'Mint of the margin, in base58.' });
export const margin = movedAmount.meta({ description: 'Margin in base units, as a decimal string.' });

const U256_MAX = 2n ** 256n - 1n;
const ELSEWHERE = 'a whole number of base units from 1 to 2^256 - 1, as a decimal string';

/** An amount on a chain with 256-bit token amounts. */
export const amountElsewhere = worded(ELSEWHERE, /^[1-9][0-9]{0,77}$/)
  .refine((text) => BigInt(text) <= U256_MAX, expecting(ELSEWHERE))
  .meta({ description: 'Base units of the token on that chain, as a decimal string.' });

export const chainName = worded(
  'the name of a chain: 2 to 32 small letters, digits and -',
  /^[a-z][a-z0-9-]{1,31}$/,
).meta({ description: 'Chain, as the venue calls it.', examples: ['ethereum', 'base'] });

export const evmToken = worded(
  'a token address of 0x and 40 hexadecimal digits, or native',
  /^(0x[0-9a-fA-F]{40}|native)$/,
).meta({ description: 'Address of the token on that chain, or `native`.' });

export const addressElsewhere = worded(
  'an address of 20 to 90 letters and digits',
  /^[A-Za-z0-9]{20,90}$/,
).meta({ description: 'Address on that chain that receives it.' });

const FEE = `a whole number of base units from 0 to ${U64_MAX}, as a decimal string`;

export const maximumFee = u64Text(FEE)
  .transform(BigInt)
  .meta({ description: 'Most that the loan may cost, in base units of its mint.' });

export const currency = worded('an ISO 4217 code of three capital letters', /^[A-Z]{3}$/).meta({
  description: 'Currency that is paid out, by its ISO 4217 code.',
  examples: ['EUR'],
});
