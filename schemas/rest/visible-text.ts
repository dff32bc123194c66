import { z } from 'zod';
import { invisibleIn, mixesScripts, stacksMarks } from './readable-text.ts';

/** Without line breaks or bidirectional formatting marks, because it appears in messages that people sign. */
const WORDS = String.raw`[\p{L}\p{M}\p{N}\p{P}\p{S}]+(?: [\p{L}\p{M}\p{N}\p{P}\p{S}]+)*`;

const STACKED = 'without a mark twice on one letter, more than 4 marks on one, or a mark before any letter';
const MIXED =
  'in one script, or in Chinese, Japanese or Korean with Latin, because letters of others look alike';

/** A name that people read, of an agent or a key. */
export const visibleText = text(1, 64, new RegExp(`^${WORDS}$`, 'u')).refine(
  (value) => !mixesScripts(value),
  {
    error: MIXED,
  },
);

/** A line that people read, or null. */
export const visibleNote = text(0, 500, new RegExp(`^(?:${WORDS})?$`, 'u'));

/** The error of each completes the sentence "<name> must be …". */
function text(least: number, most: number, pattern: RegExp) {
  const range = least === 0 ? `at most ${most}` : `${least} to ${most}`;
  const error = `${range} visible characters, single spaces between them`;
  return z
    .string({ error })
    .min(least, { error, abort: true })
    .max(most, { error, abort: true })
    .regex(pattern, { error, abort: true })
    .refine((value) => invisibleIn(value) === undefined, {
      error: ({ input }) => `without ${codePoint(invisibleIn(String(input)))}, which shows as nothing`,
      abort: true,
    })
    .refine((value) => !stacksMarks(value), { error: STACKED });
}

function codePoint(character = ''): string {
  const number = character.codePointAt(0) ?? 0;
  return `U+${number.toString(16).toUpperCase().padStart(4, '0')}`;
}
