import { z } from 'zod';
import { A_PUBKEY, checkedPubkey } from '../base58.ts';
import { A_U64, u64Text } from '../u64.ts';
import { launchStatus } from './launch.ts';
import { LAUNCH_ORDERS, PLEDGE_ORDERS } from './orders.ts';
import * as scalars from './scalars.ts';

const LONGEST_CURSOR = 512;

/** One parameter of a path or query. A request gives text; `parse` turns it into a value. */
export interface Parameter<Value> {
  readonly description: string;
  /** Completes the sentence "<name> must be …". */
  readonly expected: string;
  /** The shape that the OpenAPI document shows. */
  readonly documented: z.ZodType;
  readonly parse: z.ZodType<Value>;
}

const u64 = u64Text(A_U64).transform(BigInt);

function smallNumber(least: number, greatest: number) {
  return z
    .string()
    .regex(/^[1-9][0-9]{0,3}$/)
    .transform(Number)
    .refine((value) => least <= value && value <= greatest);
}

export const launchIdParameter: Parameter<bigint> = {
  description: 'Id of the launch.',
  expected: A_U64,
  documented: scalars.launchId,
  parse: u64,
};

export const walletParameter: Parameter<string | undefined> = {
  description: "Adds this wallet's pledge and its allocation or refund.",
  expected: A_PUBKEY,
  documented: scalars.pubkey,
  parse: checkedPubkey.optional(),
};

export const asOfSlotParameter: Parameter<bigint | undefined> = {
  description: 'Answers with the state exactly at this slot.',
  expected: `a slot: ${A_U64}`,
  documented: scalars.slot,
  parse: u64.optional(),
};

export const minSlotParameter: Parameter<bigint | undefined> = {
  description:
    'Answers with no state before this slot: waits up to two seconds for the index to reach it, then 412.',
  expected: `a slot: ${A_U64}`,
  documented: scalars.slot,
  parse: u64.optional(),
};

export const maxLagSlotsParameter: Parameter<bigint | undefined> = {
  description:
    'Refuses (503) rather than answer from an index that is further behind the chain than so many slots.',
  expected: `a number of slots: ${A_U64}`,
  documented: scalars.count,
  parse: u64.optional(),
};

/** Which state to answer from; every read of the mirror takes them. */
export const slotParameters = {
  as_of_slot: asOfSlotParameter,
  min_slot: minSlotParameter,
  max_lag_slots: maxLagSlotsParameter,
} as const;

export const pubkeyParameter: Parameter<string> = {
  description: 'A public checkedPubkey.',
  expected: A_PUBKEY,
  documented: scalars.pubkey,
  parse: checkedPubkey,
};

export const minAmountParameter: Parameter<bigint | undefined> = {
  description: 'Only pledges of at least this amount, in base units.',
  expected: A_U64,
  documented: scalars.amount,
  parse: u64.optional(),
};

export const pledgeOrderParameter: Parameter<(typeof PLEDGE_ORDERS)[number] | undefined> = {
  description: 'By the pledgers’ keys, or greatest first; ties by checkedPubkey.',
  expected: `one of ${PLEDGE_ORDERS.join(', ')}`,
  documented: z.enum(PLEDGE_ORDERS).default('pledger'),
  parse: z.enum(PLEDGE_ORDERS).optional(),
};

export const launchOrderParameter: Parameter<(typeof LAUNCH_ORDERS)[number] | undefined> = {
  description: 'Newest launch first, greatest raise first, or next to end first; ties by `launch_id`.',
  expected: `one of ${LAUNCH_ORDERS.join(', ')}`,
  documented: z.enum(LAUNCH_ORDERS).default('newest'),
  parse: z.enum(LAUNCH_ORDERS).optional(),
};

export const pointsParameter: Parameter<number> = {
  description: 'Most points; a raise of more steps is thinned evenly.',
  expected: 'a whole number from 2 to 1000',
  documented: z.int().min(2).max(1000).default(100),
  parse: smallNumber(2, 1000).default(100),
};

export const bucketsParameter: Parameter<number> = {
  description: 'Most buckets.',
  expected: 'a whole number from 1 to 100',
  documented: z.int().min(1).max(100).default(20),
  parse: smallNumber(1, 100).default(20),
};

export const statusParameter: Parameter<z.output<typeof launchStatus> | undefined> = {
  description: 'Only launches of this status.',
  expected: `one of ${launchStatus.options.join(', ')}`,
  documented: launchStatus,
  parse: launchStatus.optional(),
};

export const limitParameter: Parameter<number> = {
  description: 'Most results on one page.',
  expected: 'a whole number from 1 to 200',
  documented: z.int().min(1).max(200).default(50),
  parse: smallNumber(1, 200).default(50),
};

export const cursorParameter: Parameter<string | undefined> = {
  description: '`next_cursor` of the page before. All pages of one listing show the slot of the first.',
  expected: `the next_cursor of a page, of 1 to ${LONGEST_CURSOR} characters`,
  documented: z.string().min(1).max(LONGEST_CURSOR),
  parse: z.string().min(1).max(LONGEST_CURSOR).optional(),
};
