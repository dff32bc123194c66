import { z } from 'zod';

const decimals = z.int().min(0).max(255).nullable();
const symbol = z.string().nullable();

/** What a reader needs to show the amounts of a launch, which are all base units. */
export const mintFields = {
  launch_mint_decimals: decimals.meta({
    description: 'Decimals of the launch mint. Null if the index does not know the mint at this slot.',
    examples: [6],
  }),
  launch_mint_symbol: symbol.meta({
    description: 'Symbol of the launch mint, as the operator configured it; null if it did not.',
    examples: [null],
  }),
  pledge_mint_decimals: decimals.meta({
    description: 'Decimals of the pledge mint. Null if the index does not know the mint at this slot.',
    examples: [6],
  }),
  pledge_mint_symbol: symbol.meta({
    description: 'Symbol of the pledge mint: USDC or USDT, or as the operator configured it; otherwise null.',
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
