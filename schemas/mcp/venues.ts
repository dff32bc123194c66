import { z } from 'zod';
import { small } from '../reads/argument.ts';
import { amount, dateTime } from '../rest/scalars.ts';
import { U64_MAX, u64Text } from '../u64.ts';
import { mint, movedAmount, price as priceOf, textOf } from './arguments.ts';

/** Arguments and answers of the tools that go through venues. Each error completes the sentence "<name> must be …". */

export const inputMint = mint.meta({ description: 'Mint of the token that is given, in base58.' });
export const outputMint = mint.meta({ description: 'Mint of the token that is wanted, in base58.' });

export const slippageBps = small(0, 1_000)
  .default(50)
  .meta({ description: 'How much worse than quoted the price may get, in basis points.' });

export const minimumOut = movedAmount.optional().meta({
  description: 'Smallest amount to receive, in base units. If the quote promises more, the quote counts.',
});

/** The arguments of every swap besides its two tokens. */
export const swapTerms = { amount: movedAmount, slippage_bps: slippageBps, minimum_out: minimumOut } as const;

/** The arguments of a swap that is neither a stake nor an equity. */
export const swapArguments = z.object({ input_mint: inputMint, output_mint: outputMint, ...swapTerms });
export type SwapArguments = z.output<typeof swapArguments>;

export const marketName = textOf(
  'a market as the venue calls it: 1 to 40 letters, digits and . _ / -',
  /^[A-Za-z0-9][A-Za-z0-9._/-]{0,39}$/,
).meta({ description: 'Market, as the venue calls it.', examples: ['SOL-PERP'] });

const reference = (what: string) =>
  textOf(`the id of ${what}: 1 to 64 letters, digits, _ and -`, /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);

export const positionId = reference('a position').meta({ description: 'Id of the position at the venue.' });
export const orderId = reference('an order').meta({ description: 'Id of the order at the venue.' });

export const shareBps = small(1, 10_000)
  .default(10_000)
  .meta({ description: 'Share of the position in basis points; 10000 is all of it.' });

export const price = priceOf('Price in the quote currency of the market, as a decimal string.').meta({
  examples: ['142.5'],
});

export const marginTerms = {
  margin_mint: mint.meta({ description: 'Mint of the margin, in base58.' }),
  margin: movedAmount.meta({ description: 'Margin in base units, as a decimal string.' }),
} as const;

export const leverage = small(1, 50).meta({
  description: 'Size of the position as a multiple of its margin, 1 to 50.',
});

const U256_MAX = 2n ** 256n - 1n;
const ELSEWHERE = 'a whole number of base units from 1 to 2^256 - 1, as a decimal string';

/** An amount on a chain with 256-bit token amounts. */
export const amountElsewhere = textOf(ELSEWHERE, /^[1-9][0-9]{0,77}$/)
  .refine((text) => BigInt(text) <= U256_MAX, { error: ELSEWHERE })
  .meta({ description: 'Base units of the token on that chain, as a decimal string.' });

export const chainName = textOf(
  'the name of a chain: 2 to 32 small letters, digits and -',
  /^[a-z][a-z0-9-]{1,31}$/,
).meta({ description: 'Chain, as the venue calls it.', examples: ['ethereum', 'base'] });

export const evmToken = textOf(
  'a token address of 0x and 40 hexadecimal digits, or native',
  /^(0x[0-9a-fA-F]{40}|native)$/,
).meta({ description: 'Address of the token on that chain, or `native`.' });

export const addressElsewhere = textOf(
  'an address of 20 to 90 letters and digits',
  /^[A-Za-z0-9]{20,90}$/,
).meta({ description: 'Address on that chain that receives it.' });

export const maximumFee = u64Text(`a whole number of base units from 0 to ${U64_MAX}, as a decimal string`)
  .transform(BigInt)
  .meta({ description: 'Most that the loan may cost, in base units of its mint.' });

export const currency = textOf('an ISO 4217 code of three capital letters', /^[A-Z]{3}$/).meta({
  description: 'Currency that is paid out, by its ISO 4217 code.',
  examples: ['EUR'],
});

const asset = z
  .string()
  .meta({ description: 'A mint in base58, or the name that the venue uses for an asset.' });
const assetAmount = z.strictObject({ asset, amount });

export const quotesAnswer = z.strictObject({
  quotes: z
    .array(
      z.strictObject({
        venue: z.string().meta({ description: 'Name of the venue that quotes. A quote is not a promise.' }),
        label: z.string().meta({ description: 'What the venue calls the route.' }),
        pays: z.array(assetAmount),
        receives: assetAmount.extend({
          minimum: amount.meta({ description: 'Smallest amount within the requested slippage.' }),
        }),
        fees: z.array(assetAmount).meta({ description: 'Fees of the venue, if it reports them.' }),
        price_impact_bps: z.int().min(0).max(10_000).nullable(),
        expires_at: dateTime.nullable().meta({ description: 'Null if the venue names no time.' }),
      }),
    )
    .meta({ description: 'Largest amount received first.' }),
  unanswered: z
    .array(z.strictObject({ venue: z.string(), code: z.string() }))
    .meta({ description: 'Venues that were asked and gave no quote, with the reason.' }),
  notice: z.string().nullable().meta({ description: 'What was not checked about these tokens.' }),
  quoted_at: dateTime,
});

export type QuotesAnswer = z.output<typeof quotesAnswer>;
