import { z } from 'zod';

/** Bytes in base64, in the one spelling that they have. */
export const base64Text = z.string().transform((text, context) => {
  const bytes = Buffer.from(text, 'base64');
  // Buffer skips what is not base64, so only the way back shows that all of it was.
  if (bytes.toString('base64') === text) return bytes;
  context.addIssue({ code: 'custom', message: 'not base64' });
  return z.NEVER;
});
