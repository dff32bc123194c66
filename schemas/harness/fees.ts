import { z } from 'zod';

const bps = z.int().min(0).max(10_000);

/** The fee configuration: the locked snapshot next to the fixture, and the operator's file with `--live-fees`. */
export const feeConfiguration = z.strictObject({
  schema: z.literal('launchlens.harness-fees.v1'),
  technology_fee_bps: bps.meta({ description: 'Of the notional, in hundredths of a percent.' }),
  slippage_bps: bps.meta({ description: 'Of the notional, in hundredths of a percent.' }),
  priority_fee_quote: z
    .string()
    .regex(/^\d{1,12}(\.\d{1,6})?$/)
    .meta({ description: 'Estimate per fill, in the quote currency.' }),
});
