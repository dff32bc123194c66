import { z } from 'zod';
import { checkedPubkey } from '../base58.ts';
import { LAUNCH_STATUSES } from '../launch-statuses.ts';
import { INTENT_STATUSES } from '../rest/intent-statuses.ts';
import { LAUNCH_ORDERS, PLEDGE_ORDERS } from '../rest/orders.ts';
import { REWARD_PROGRAMS } from '../reward-programs.ts';
import { A_U64, positiveU64Text, U64_MAX } from '../u64.ts';

/**
 * The arguments of the tools. The error of each completes the sentence "<name> must be …". A model may write an
 * id as a number: it is taken where a double holds it exactly, and refused where a digit may be lost already.
 */

const LONGEST_CURSOR = 512;
const U64_TEXT = /^(0|[1-9][0-9]{0,19})$/;

export const expecting = (error: string) => ({ error });

const U64 = expecting(`${A_U64}, as a decimal string`);
const AMOUNT = expecting('an amount in base units, as a decimal string');
const SLOT = expecting('a slot: a whole number from 0 to 9007199254740991');
const OFFSET = expecting('a whole number from 0 to 9007199254740991');
const CURSOR = expecting(`the next_cursor of a page, of 1 to ${LONGEST_CURSOR} characters`);

const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, expecting(`one of ${names.join(', ')}`)).optional();

const slot = z.int(SLOT).nonnegative(SLOT);

export const launchId = z
  .union([z.string(U64).regex(U64_TEXT, U64), z.int(U64).nonnegative(U64)], U64)
  .transform(BigInt)
  .refine((value) => value <= U64_MAX, U64)
  .meta({ description: 'Id of the launch (u64): a decimal string; an integer only up to 2^53 - 1.' });

export const wallet = checkedPubkey.meta({ description: "The wallet's public key, in base58." });

export const ownedWallet = checkedPubkey.optional().meta({
  description: "The owner's wallet without one; may name an agent wallet of the same owner.",
});

export const account = checkedPubkey.meta({ description: "The account's address, in base58." });

export const minAmount = z
  .string(AMOUNT)
  .regex(U64_TEXT, AMOUNT)
  .transform(BigInt)
  .optional()
  .meta({ description: 'Only pledges of at least this amount, in base units: a decimal string.' });

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

export const intentStatusFilter = oneOf(INTENT_STATUSES).meta({
  description: 'Only intents of this status.',
});

export const asOfSlot = slot.transform(BigInt).optional().meta({
  description: 'Answer with the state exactly at this slot; left out, with the newest.',
});

export const minSlot = slot.transform(BigInt).optional().meta({
  description: 'Wait briefly until the index has reached this slot, else fail: after a transaction of yours.',
});

export const maxLagSlots = slot.transform(BigInt).optional().meta({
  description: 'Fail rather than answer from an index more than so many slots behind the chain.',
});

export const status = oneOf(LAUNCH_STATUSES).meta({ description: 'Only launches of this status.' });

export const rewardProgramme = oneOf(REWARD_PROGRAMS).meta({
  description: 'Only records of this programme.',
});

export const launchOrder = oneOf(LAUNCH_ORDERS).meta({
  description: 'Order of the launches; newest without one.',
});

export const pledgeOrder = oneOf(PLEDGE_ORDERS).meta({
  description: "Order of the pledges; by the pledgers' keys without one. amount_desc gives the top pledgers.",
});

/** A whole number of `least` to `most`. */
export const small = (least: number, most: number) => {
  const error = expecting(`a whole number from ${least} to ${most}`);
  return z.int(error).min(least, error).max(most, error);
};

export const limit = small(1, 200).default(50).meta({ description: 'Most results on one page.' });

export const offset = z
  .int(OFFSET)
  .nonnegative(OFFSET)
  .default(0)
  .meta({ description: 'Rows to pass over.' });

export const points = small(2, 1000)
  .default(100)
  .meta({ description: 'Most points; a raise of more steps is thinned evenly.' });

export const buckets = small(1, 100).default(20).meta({ description: 'Most buckets of the histogram.' });

export const cursor = z
  .string(CURSOR)
  .min(1, CURSOR)
  .max(LONGEST_CURSOR, CURSOR)
  .optional()
  .meta({ description: '`next_cursor` of the page before; all pages show the slot of the first.' });

/** What every read of the chain takes. */
export const freshness = {
  as_of_slot: asOfSlot,
  min_slot: minSlot,
  max_lag_slots: maxLagSlots,
} as const;
