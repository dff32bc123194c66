import { z } from 'zod';

/** Neither line breaks nor marks that turn the direction of writing: it stands in messages that people sign. */
const WORDS = String.raw`[\p{L}\p{M}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*`;

/** A name that people read, of an agent or a key. */
export const visibleText = text('1 to', 64, new RegExp(`^${WORDS}$`, 'u'));

/** A line that people read, or none. */
export const visibleNote = text('at most', 500, new RegExp(`^(?:${WORDS})?$`, 'u'));

function text(range: string, most: number, pattern: RegExp) {
  const error = `${range} ${most} visible characters, single spaces between them`;
  return z.string({ error }).max(most, { error }).regex(pattern, { error });
}
