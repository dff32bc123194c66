import { z } from 'zod';
import { pubkeyText } from '../../../../core/kernel/pubkey-text.ts';
import { U64_MAX } from '../../../../schemas/u64.ts';

/** How the terms of intents are stored: integers as decimal strings. */

export const u64Term = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,19})$/)
  .transform(BigInt)
  .refine((value) => value <= U64_MAX);

export const launchTerms = z.strictObject({ launch_id: u64Term });
export const pledgeTerms = z.strictObject({ launch_id: u64Term, amount: u64Term });
export const transferTerms = z.strictObject({
  mint: pubkeyText,
  transfers: z.array(z.strictObject({ wallet: pubkeyText, amount: u64Term })).min(1),
  /** The most lamports for creating recipients' token accounts. */
  rent: u64Term.default(0n),
});

export type TransferTerms = Omit<z.output<typeof transferTerms>, 'rent'>;
