import { z } from 'zod';
import { amount, dateTime } from '../rest/scalars.ts';

/** The answers of the quoting tools. */

const asset = z.string().meta({ description: 'A mint in base58, or what the venue calls an asset by.' });
const assetAmount = z.strictObject({ asset, amount });

export const quote = z.strictObject({
  venue: z.string().meta({ description: 'Name of the venue that quotes; its word, and no promise.' }),
  label: z.string().meta({ description: 'What the venue calls the route.' }),
  pays: z.array(assetAmount),
  receives: assetAmount.extend({
    minimum: amount.meta({ description: 'Least amount within the slippage asked for.' }),
  }),
  fees: z.array(assetAmount).meta({ description: 'Fees of the venue, where it tells them.' }),
  price_impact_bps: z.int().min(0).max(10_000).nullable(),
  expires_at: dateTime.nullable().meta({ description: 'Null where the venue tells none.' }),
});

export const quotesAnswer = z.strictObject({
  quotes: z.array(quote).meta({ description: 'Greatest amount received first.' }),
  unanswered: z
    .array(z.strictObject({ venue: z.string(), code: z.string() }))
    .meta({ description: 'Venues that were asked and gave none, with why.' }),
  notice: z.string().nullable().meta({ description: 'What was not checked about these tokens.' }),
  quoted_at: dateTime,
});

export type QuotesAnswer = z.output<typeof quotesAnswer>;
