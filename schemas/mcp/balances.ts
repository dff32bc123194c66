import { z } from 'zod';
import { small } from '../reads/argument.ts';
import { amount, count, decimalText, pubkey } from '../rest/scalars.ts';
import { price, prices, pubkeyCursor, readAt, resolved, wallet } from './tokens.ts';

export const balancesInput = z.strictObject({
  wallet,
  limit: small(1, 30).default(15).meta({ description: 'Token accounts per page.' }),
  cursor: pubkeyCursor,
});
export type BalancesInput = z.output<typeof balancesInput>;

const balance = z.strictObject({
  mint: pubkey,
  symbol: z.string().nullable().meta({ description: 'Vouched for by the operator or this service.' }),
  name: z.string().nullable().meta({ description: 'What the token calls itself; anybody can choose it.' }),
  program: z.enum(['native', 'token', 'token-2022']),
  account: pubkey.meta({ description: 'Token account; for SOL the wallet.' }),
  amount,
  decimals: z.int().nullable(),
  ui_amount: decimalText.nullable().meta({ description: 'In whole tokens.' }),
  frozen: z.boolean(),
  price,
  value_usd: decimalText.nullable(),
});
export type Balance = z.output<typeof balance>;

export const balancesAnswer = z.strictObject({
  wallet: pubkey,
  resolved,
  slot: readAt,
  commitment: z.string(),
  count: count.meta({ description: 'Token accounts with a balance, on all pages together; SOL is not one.' }),
  empty_accounts: count.meta({ description: 'Token accounts without a balance, which are not listed.' }),
  results: z.array(balance).meta({ description: 'SOL first, then token accounts by address.' }),
  next_cursor: z.string().nullable(),
  prices,
});
export type BalancesAnswer = z.output<typeof balancesAnswer>;
