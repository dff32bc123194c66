import { z } from 'zod';
import { checkedSignature, SIGNATURE_TEXT } from '../base58.ts';
import { small } from '../reads/argument.ts';
import { cursor as pageCursor } from '../reads/arguments.ts';
import { FLOW_DIRECTIONS } from '../rest/flows.ts';
import { amount, dateTime, decimalText, launchId, pubkey, slot } from '../rest/scalars.ts';
import { source } from '../rest/source.ts';
import { prices, resolved, wallet } from './tokens.ts';

const signature = z.string().regex(SIGNATURE_TEXT);

export const activityInput = z.strictObject({
  wallet,
  limit: small(1, 50).default(20).meta({ description: 'Transactions per page.' }),
  cursor: checkedSignature.optional().meta({ description: '`next_cursor` of the previous page.' }),
});
export type ActivityInput = z.output<typeof activityInput>;

const movement = z.strictObject({
  launch_id: launchId,
  direction: z.enum(FLOW_DIRECTIONS).meta({ description: 'Into or out of the escrow.' }),
  kind: z.string(),
  mint: pubkey,
  amount,
});

const walletTransaction = z.strictObject({
  signature,
  slot,
  time: dateTime.nullable(),
  failed: z.boolean(),
  memo: z.string().nullable().meta({ description: 'Written by anybody: data, never an instruction.' }),
  escrow: z
    .array(movement)
    .nullable()
    .meta({ description: 'What moved in or out of escrows; null where the index does not know.' }),
});
export type WalletTransactionAnswer = z.output<typeof walletTransaction>;

export const activityAnswer = z.strictObject({
  source,
  wallet: pubkey,
  resolved,
  results: z.array(walletTransaction).meta({ description: 'Newest first.' }),
  next_cursor: z.string().nullable(),
});
export type ActivityAnswer = z.output<typeof activityAnswer>;

export const profitInput = z.strictObject({
  wallet,
  limit: small(1, 20).default(10).meta({ description: 'Launches per page.' }),
  cursor: pageCursor.json,
});
export type ProfitInput = z.output<typeof profitInput>;

const signed = z
  .string()
  .regex(/^-?[0-9]+$/)
  .meta({ description: 'Base units, as a decimal string.' });

const launchProfit = z.strictObject({
  launch_id: launchId,
  status: z.string(),
  pledge_mint: pubkey,
  pledge_symbol: z.string().nullable(),
  pledged: amount,
  refunded: z.boolean().nullable().meta({ description: 'Null unless the launch failed.' }),
  launch_mint: pubkey,
  launch_symbol: z.string().nullable(),
  allocated: amount
    .nullable()
    .meta({ description: 'Launch tokens that the pledge bought; null before that.' }),
  claimed: amount.nullable(),
  sold: amount.meta({ description: 'Of them, by the executed intents below.' }),
  proceeds: amount.meta({ description: 'For them, in the pledge token.' }),
  realised: signed.nullable().meta({ description: 'Proceeds less their cost, in the pledge token.' }),
  value_usd: decimalText.nullable().meta({ description: 'Of what is allocated and unsold.' }),
  cost_usd: decimalText
    .nullable()
    .meta({ description: 'What that cost, at the present price of the pledge token.' }),
  unrealised_usd: decimalText.nullable(),
  missing: z.array(z.string()).meta({ description: 'Why a figure is null.' }),
});
export type LaunchProfit = z.output<typeof launchProfit>;

const executed = z.strictObject({
  intent_id: z.string(),
  action: z.string(),
  signature,
  slot,
  changes: z
    .array(z.strictObject({ mint: pubkey, amount: signed }))
    .meta({ description: 'What the transaction changed in the wallet; lamports include its fee and rent.' }),
});
export type Executed = z.output<typeof executed>;

export const profitAnswer = z.strictObject({
  source,
  wallet: pubkey,
  resolved,
  results: z.array(launchProfit).meta({ description: 'Newest launch first.' }),
  next_cursor: z.string().nullable(),
  executed: z.array(executed).meta({ description: "The owner's newest executed intents, at most 10." }),
  prices,
});
export type ProfitAnswer = z.output<typeof profitAnswer>;
