import { z } from 'zod';

/** Bytes in canonical base64. */
export const base64Text = z.string().transform((text, context) => {
  const bytes = Buffer.from(text, 'base64');
  // Buffer skips invalid characters, so only encoding again proves that the whole text was base64.
  if (bytes.toString('base64') === text) return bytes;
  context.addIssue({ code: 'custom', message: 'not base64' });
  return z.NEVER;
});
