import { z } from 'zod';
import { isPubkey, type Pubkey } from './pubkey.ts';

/**
 * A public key, validated. Unlike a transform with `parsePubkey` it fails as a schema does, so that the parser
 * can name the field.
 */
export const pubkeyText = z.string().transform((text, context): Pubkey => {
  if (isPubkey(text)) return text;
  context.addIssue({ code: 'custom', message: 'a base58 public key of 32 bytes' });
  return z.NEVER;
});
