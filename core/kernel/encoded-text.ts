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

/** Bytes in canonical base64. */
export const base64Text = z.string().transform((text, context) => {
  const bytes = Buffer.from(text, 'base64');
  // Buffer skips invalid characters, so only encoding again proves that the whole text was base64.
  if (bytes.toString('base64') === text) return bytes;
  context.addIssue({ code: 'custom', message: 'not base64' });
  return z.NEVER;
});
