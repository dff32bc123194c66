import { z } from 'zod';
import { checkedPubkey } from '../base58.ts';
import { choice, small } from '../reads/argument.ts';
import { INTENT_STATUSES } from '../rest/intent-statuses.ts';
import { visibleText } from '../rest/visible-text.ts';
import { positiveU64Text, U64_MAX } from '../u64.ts';

/** The arguments of tools that are not reads. Each error completes the sentence "<name> must be …". */

/** Lines of text, without other control characters or bidirectional formatting marks. */
const LINES = /^[^\p{Cc}\p{Cf}\p{Co}\p{Cs}]*(?:[\n\t][^\p{Cc}\p{Cf}\p{Co}\p{Cs}]*)*$/u;
const LONGEST_ID = 64;

/** Text of the form that a pattern describes. */
export const textOf = (error: string, pattern: RegExp) =>
  z.string({ error }).regex(pattern, { error, abort: true });

export const flag = (description: string) => z.boolean({ error: 'true or false' }).meta({ description });

export const oneOf = <const Names extends readonly [string, ...string[]]>(
  names: Names,
  description: string,
) => z.enum(names, { error: `one of ${names.join(', ')}` }).meta({ description });

export const whole = (least: number, most: number, description: string) =>
  small(least, most).meta({ description });

export const several = <Item extends z.ZodType>(item: Item, least: number, most: number, error: string) =>
  z.array(item, { error }).min(least, { error }).max(most, { error });

/** A name that people read. */
export const named = (description: string) => visibleText.meta({ description });

export const prose = (most: number, description: string) => {
  const error = `1 to ${most} characters of text`;
  return z
    .string({ error })
    .min(1, { error })
    .max(most, { error })
    .regex(LINES, { error })
    .meta({ description });
};

export const idLike = (error: string, description: string) =>
  z.string({ error }).min(1, { error }).max(LONGEST_ID, { error }).meta({ description });

/** The id of a record that the service keeps. */
export const idOf = (what: string) =>
  textOf(`the id of ${what}`, /^[0-9a-f-]{36}$/).meta({ description: `Id of ${what}.` });

export const after = (what: string) =>
  idOf(what)
    .optional()
    .meta({ description: `Continue after ${what}: the last one of the previous page.` });

export const pageSize = whole(1, 200, 'Largest number of results.').default(50);

export const expectedVersion = whole(
  0,
  1_000_000_000,
  'Refuse the call unless this is the current version; 0 if nothing is stored yet.',
).optional();

/** An amount that moves: never zero, never a double. */
export const movedAmount = positiveU64Text(
  `a whole number of base units from 1 to ${U64_MAX}, as a decimal string`,
)
  .transform(BigInt)
  .meta({ description: 'Base units, as a decimal string.', examples: ['1500000'] });

const PRICE = 'a price above 0 as a decimal string with at most 18 digits on either side of the point';

export const price = (description: string) =>
  textOf(PRICE, /^(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/)
    .refine((text) => /[1-9]/.test(text), PRICE)
    .meta({ description });

export const mint = checkedPubkey.meta({
  description:
    'Mint of the token in base58, or its symbol; So11111111111111111111111111111111111111112 for the native coin.',
});

const DECIMALS = { error: 'a whole number from 0 to 255' };

export const expectedDecimals = z.int(DECIMALS).min(0, DECIMALS).max(255, DECIMALS).optional().meta({
  description: 'The decimals that you expect the mint to have. The call is refused if they differ.',
});

export const recipient = idLike(
  'a wallet, or the label of a registered counterparty',
  "A wallet's public key, or the label of a registered counterparty.",
);

const RECIPIENTS = '1 to 20 recipients, each once';

export const recipients = several(z.strictObject({ recipient, amount: movedAmount }), 1, 20, RECIPIENTS)
  .refine((list) => new Set(list.map((one) => one.recipient)).size === list.length, { error: RECIPIENTS })
  .meta({ description: 'Who receives how much; as many as fit into one transaction.' });

export const intentIdArgument = idLike('the id of an intent', 'Id of the intent.');

export const intentStatusFilter = choice(INTENT_STATUSES, 'Only intents of this status.').json;
