import { z } from 'zod';
import { dateTime } from '../../rest/scalars.ts';
import { visibleText } from '../../rest/visible-text.ts';

/** Arguments of the tools for owners' records. Each error completes the sentence "<name> must be …". */

/** Lines of text, without other control characters or bidirectional formatting marks. */
const LINES = /^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}]*(?:[\n\t][^\p{Cc}\p{Cf}\p{Co}\p{Cs}]*)*$/u;

export const prose = (most: number, description: string) => {
  const error = `1 to ${most} characters of text`;
  return z
    .string({ error })
    .min(1, { error })
    .max(most, { error })
    .regex(LINES, { error })
    .meta({ description });
};

export const named = (description: string) => visibleText.meta({ description });

export const whole = (least: number, most: number, description: string) => {
  const error = `a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error }).meta({ description });
};

export const idOf = (what: string) => {
  const error = `the id of ${what}`;
  return z
    .string({ error })
    .regex(/^[0-9a-f-]{36}$/, { error })
    .meta({ description: `Id of ${what}.` });
};

export const webhookIdArgument = idOf("one of the owner's webhooks");

export const expectedVersion = whole(
  0,
  1_000_000_000,
  'Refused unless this is the version there is, 0 for none.',
).optional();

/** The fields of every answer about a record. */
export const versioned = {
  version: z
    .int()
    .positive()
    .meta({ description: '1 for the first; each later one replaces the one before.' }),
  created_at: dateTime,
  updated_at: dateTime,
};
