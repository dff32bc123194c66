import { z } from 'zod';
import { small } from '../reads/argument.ts';
import { amount, dateTime, decimalText, pubkey } from '../rest/scalars.ts';
import { several, textOf } from './arguments.ts';
import { price, prices, readAt, resolved, token } from './tokens.ts';

export const findTokenInput = z.strictObject({
  query: textOf('1 to 64 characters of a name, a symbol or a mint', /^[\p{L}\p{N}\p{P}\p{S} ]{1,64}$/u).meta({
    description: 'Mint, symbol or name.',
  }),
  limit: small(1, 10).default(5).meta({ description: 'Largest number of results.' }),
});
export type FindTokenInput = z.output<typeof findTokenInput>;

const risk = z.strictObject({
  input: z.string().meta({ description: 'The member of this answer that it follows from.' }),
  concern: z.boolean(),
  text: z.string(),
});
export type Risk = z.output<typeof risk>;

const foundToken = z.strictObject({
  mint: pubkey,
  symbol: z.string().nullable(),
  symbol_by: z.string().nullable().meta({ description: 'The setting or provider that gives the symbol.' }),
  metadata: z
    .strictObject({
      name: z.string().nullable(),
      symbol: z.string().nullable(),
      update_authority: pubkey.nullable(),
    })
    .nullable()
    .meta({ description: 'What the token says of itself on the chain; anybody can choose it.' }),
  program: z.enum(['native', 'token', 'token-2022']),
  decimals: z.int(),
  supply: amount.nullable(),
  ui_supply: decimalText.nullable(),
  mint_authority: pubkey.nullable().meta({ description: 'May create more; null if nobody may.' }),
  freeze_authority: pubkey.nullable().meta({ description: 'May freeze balances; null if nobody may.' }),
  extensions: z.array(z.string()).meta({ description: 'Of Token-2022.' }),
  price,
  risks: z.array(risk),
});
export type FoundToken = z.output<typeof foundToken>;

export const findTokenAnswer = z.strictObject({
  slot: readAt,
  searched: z.array(z.string()).meta({ description: 'Where it was looked for.' }),
  results: z.array(foundToken),
  prices,
});
export type FindTokenAnswer = z.output<typeof findTokenAnswer>;

export const pricesInput = z.strictObject({
  tokens: several(token, 1, 10, '1 to 10 mints or symbols').meta({ description: 'Mints or symbols.' }),
  history_hours: small(1, 168)
    .optional()
    .meta({ description: 'Adds hourly prices of so many past hours; for one token alone.' }),
});
export type PricesInput = z.output<typeof pricesInput>;

const hour = z.strictObject({
  at: dateTime.meta({ description: 'When the hour begins.' }),
  open: decimalText,
  high: decimalText,
  low: decimalText,
  close: decimalText,
  volume: decimalText,
});

export const pricesAnswer = z.strictObject({
  source: z.string().meta({ description: 'Host of the provider.' }),
  resolved,
  results: z.array(z.strictObject({ token: z.string(), mint: pubkey, price })),
  history: z
    .strictObject({
      missing_hours: z.int().min(0).meta({ description: 'Hours that the provider does not have.' }),
      hours: z.array(hour),
    })
    .nullable()
    .meta({ description: 'Whole past hours, oldest first.' }),
});
export type PricesAnswer = z.output<typeof pricesAnswer>;
