import { z } from 'zod';

const decimals = z.int().min(0).max(255).nullable();
const symbol = z.string().nullable();

/** What a reader needs to show the amounts of a launch, which are all base units. */
export const mintFields = {
  launch_mint_decimals: decimals.meta({
    description: 'Decimals of the launch mint; null if unknown.',
    examples: [6],
  }),
  launch_mint_symbol: symbol.meta({
    description: 'As configured; null if unknown.',
    examples: [null],
  }),
  pledge_mint_decimals: decimals.meta({
    description: 'Decimals of the pledge mint; null if unknown.',
    examples: [6],
  }),
  pledge_mint_symbol: symbol.meta({
    description: 'As configured; null if unknown.',
    examples: ['USDC'],
  }),
};

const mints = z.strictObject(mintFields);

export type MintFields = z.output<typeof mints>;

/** For a shape without them. */
export const MINT_FIELD_NAMES = {
  launch_mint_decimals: true,
  launch_mint_symbol: true,
  pledge_mint_decimals: true,
  pledge_mint_symbol: true,
} as const satisfies Readonly<Record<keyof MintFields, true>>;
