import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/pubkey-text.ts';
import { amount } from '../../../schemas/venues/protocol.ts';

export const VENUE_BUILDER = 'venue';

const outflow = z.object({ mint: pubkeyText, amount: amount.transform(BigInt) });

/** The input for a venue to build again, stored with an intent. */
export const venueTerms = z.object({
  venue: z.string(),
  action: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.int(), z.boolean()])),
  outflows: z.array(outflow),
  minimum: outflow.nullable(),
  /** Whether it must call one of the venue's programs, whatever comes in. */
  calls_program: z.boolean().default(true),
});

export type VenueTermsText = z.input<typeof venueTerms> & { readonly calls_program: boolean };
