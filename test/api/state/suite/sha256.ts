import { createHash } from 'node:crypto';

/** In hex, as secrets are kept. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
