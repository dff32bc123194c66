import { z } from 'zod';

export const U64_MAX = 0xffff_ffff_ffff_ffffn;

/** Slots and counts are JSON integers, so none can exceed what JSON carries exactly. */
export const LARGEST_COUNT = Number.MAX_SAFE_INTEGER;

/** These complete the sentence "<name> must be …". */
export const A_U64 = `a whole number from 0 to ${U64_MAX}`;
export const A_COUNT = `a whole number from 0 to ${LARGEST_COUNT}`;

/** A u64 as canonical decimal text. `error` completes the sentence "<name> must be …". */
export function u64Text(error: string) {
  return z
    .string({ error })
    .regex(/^(0|[1-9][0-9]{0,19})$/, { error, abort: true })
    .refine((text) => BigInt(text) <= U64_MAX, { error });
}

/** The same without zero: an amount that moves. */
export function positiveU64Text(error: string) {
  return z
    .string({ error })
    .regex(/^[1-9][0-9]{0,19}$/, { error, abort: true })
    .refine((text) => BigInt(text) <= U64_MAX, { error });
}
