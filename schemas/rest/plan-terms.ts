import { z } from 'zod';
import { amount, dateTime, decimalText, pubkey } from './scalars.ts';

const symbol = z.string().nullable().meta({ description: 'Vouched for by the operator or this service.' });
const decimals = z.int().min(0).max(255).nullable().meta({ description: 'Of the mint, by the chain.' });

const plannedAmount = z.strictObject({
  asset: z.string().meta({
    description: 'A mint in base58, or the name that a venue or another chain uses.',
  }),
  mint: pubkey.nullable().meta({ description: 'The same, if it is a mint of this chain.' }),
  chain: z.string().nullable().meta({ description: 'The other chain that it is on; null for this one.' }),
  amount: amount.nullable().meta({ description: 'Base units, as a decimal string.' }),
  unit: z.literal('base_units'),
  symbol,
  decimals,
  ui_amount: decimalText.nullable().meta({ description: 'In whole tokens.' }),
});

const plannedRoute = z.strictObject({
  venue: z.string(),
  label: z.string().nullable().meta({ description: 'What the venue calls it; null if it quoted none.' }),
  expires_at: dateTime.nullable().meta({ description: 'Null if the venue names no time.' }),
});

/** What a plan says about an exchange. Null is unknown, and an empty list is none. */
export const planTerms = z.strictObject({
  gives: z.array(plannedAmount).meta({
    description: 'The most that the owner gives, without fees: `outflows`, and what leaves another chain.',
  }),
  receives: z
    .array(plannedAmount)
    .nullable()
    .meta({ description: 'What the owner gets, as quoted or asked for. It is not a promise.' }),
  minimum_out: plannedAmount.nullable().meta({
    description:
      'The least that has to come in; null if nothing has to. A transaction that brings less in its simulation is not handed out to sign. With hand_off, only the venue can enforce it.',
  }),
  price_impact_bps: z.int().min(0).max(10_000).nullable().meta({ description: 'As the venue quotes it.' }),
  route: plannedRoute.nullable().meta({ description: 'Null if no venue takes part.' }),
  fees: z.array(plannedAmount).nullable().meta({
    description:
      'What the venue charges, by its own account, without technology_fee and the network fee. Null if it does not say.',
  }),
  slippage_bps: z.int().min(0).max(10_000).nullable().meta({ description: 'As asked for.' }),
});

export type PlanTermsAnswer = z.output<typeof planTerms>;
export type PlannedAmountAnswer = z.output<typeof plannedAmount>;
