import { base58 } from '@scure/base';
import { z } from 'zod';

/** The terms of plans. Each error completes the sentence "<name> must be …". */

const U64_MAX = 0xffff_ffff_ffff_ffffn;
const AMOUNT = 'an amount in base units above 0, as a decimal string';
const PRICE = 'a price above 0 as a decimal string of at most 18 digits on either side of the point';
const KEY = 'a base58 public key of 32 bytes';

export const amount = (description: string) =>
  z
    .string({ error: AMOUNT })
    .regex(/^[1-9][0-9]{0,19}$/, { error: AMOUNT, abort: true })
    .refine((text) => BigInt(text) <= U64_MAX, { error: AMOUNT })
    .meta({ description });

export const price = (description: string) =>
  z
    .string({ error: PRICE })
    .regex(/^(?!0+(\.0+)?$)(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/, { error: PRICE })
    .meta({ description });

export const key = (description: string) =>
  z
    .string({ error: KEY })
    .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, { error: KEY, abort: true })
    .refine((text) => base58.decode(text).length === 32, { error: KEY })
    .meta({ description });

/** Exact comparison of two prices, whatever their digits. */
export function comparePrices(a: string, b: string): number {
  const [left, right] = [scaled(a), scaled(b)];
  return left < right ? -1 : Number(left > right);
}

function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}
