import { base58 } from '@scure/base';
import { z } from 'zod';
import { launchStatus } from './launch.ts';
import * as scalars from './scalars.ts';

const U64_MAX = 0xffff_ffff_ffff_ffffn;
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

const u64 = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,19})$/)
  .transform((text) => BigInt(text))
  .refine((value) => value <= U64_MAX);

const key = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, { abort: true })
  .refine((text) => base58.decode(text).length === 32);

export const launchIdParameter: Parameter<bigint> = {
  description: 'Id of the launch.',
  expected: 'a whole number from 0 to 18446744073709551615',
  documented: scalars.launchId,
  parse: u64,
};

export const walletParameter: Parameter<string | undefined> = {
  description: "Adds this wallet's pledge and its allocation or refund.",
  expected: 'a base58 public key of 32 bytes',
  documented: scalars.pubkey,
  parse: key.optional(),
};

export const asOfSlotParameter: Parameter<bigint | undefined> = {
  description: 'Answers with the state exactly at this slot.',
  expected: 'a slot: a whole number from 0 to 18446744073709551615',
  documented: scalars.slot,
  parse: u64.optional(),
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
  parse: z
    .string()
    .regex(/^[1-9][0-9]{0,2}$/)
    .transform(Number)
    .refine((value) => value <= 200)
    .default(50),
};

export const cursorParameter: Parameter<string | undefined> = {
  description: '`next_cursor` of the page before. All pages of one listing show the slot of the first.',
  expected: `the next_cursor of a page, of 1 to ${LONGEST_CURSOR} characters`,
  documented: z.string().min(1).max(LONGEST_CURSOR),
  parse: z.string().min(1).max(LONGEST_CURSOR).optional(),
};
