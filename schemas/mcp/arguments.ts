import { z } from 'zod';
import { checkedPubkey } from '../base58.ts';
import { choice } from '../reads/argument.ts';
import { INTENT_STATUSES } from '../rest/intent-statuses.ts';
import { positiveU64Text, U64_MAX } from '../u64.ts';

/** The arguments of tools that are not reads. The error of each completes the sentence "<name> must be …". */

export const expecting = (error: string) => ({ error });

const MOVED = `a whole number of base units from 1 to ${U64_MAX}, as a decimal string`;
const DECIMALS = expecting('a whole number from 0 to 255');
const RECIPIENT = expecting('a wallet, or the label of a registered counterparty');
const MOST_RECIPIENTS = 20;
const RECIPIENTS = expecting(`1 to ${MOST_RECIPIENTS} recipients, each once`);

/** An amount that moves: never zero, never a double. */
export const movedAmount = positiveU64Text(MOVED)
  .transform(BigInt)
  .meta({ description: 'Base units, as a decimal string.', examples: ['1500000'] });

export const mint = checkedPubkey.meta({
  description:
    'Mint of the token, in base58; So11111111111111111111111111111111111111112 for the native coin.',
});

export const expectedDecimals = z.int(DECIMALS).min(0, DECIMALS).max(255, DECIMALS).optional().meta({
  description: 'What you take the decimals of the mint to be: refused when they are others.',
});

export const recipient = z
  .string(RECIPIENT)
  .min(1, RECIPIENT)
  .max(64, RECIPIENT)
  .meta({ description: "A wallet's public key, or the label of a registered counterparty." });

export const recipients = z
  .array(z.strictObject({ recipient, amount: movedAmount }), RECIPIENTS)
  .min(1, RECIPIENTS)
  .max(MOST_RECIPIENTS, RECIPIENTS)
  .refine((list) => new Set(list.map((one) => one.recipient)).size === list.length, RECIPIENTS)
  .meta({ description: 'Who receives how much; as many as fit into one transaction.' });

const INTENT_ID = expecting('the id of an intent');

export const intentIdArgument = z.string(INTENT_ID).min(1, INTENT_ID).max(64, INTENT_ID).meta({
  description: 'Id of the intent.',
});

export const intentStatusFilter = choice(INTENT_STATUSES, 'Only intents of this status.').json;
