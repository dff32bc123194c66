import { z } from 'zod';
import { isPubkey, type Pubkey } from './pubkey.ts';

/**
 * A public key in a shape that is checked: unlike a transform by `parsePubkey` it refuses as a schema does, so that
 * whoever parses names the fault.
 */
export const pubkeyText = z.string().transform((text, context): Pubkey => {
  if (isPubkey(text)) return text;
  context.addIssue({ code: 'custom', message: 'a base58 public key of 32 bytes' });
  return z.NEVER;
});
