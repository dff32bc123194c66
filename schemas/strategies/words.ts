import { z } from 'zod';
import { checkedPubkey } from '../base58.ts';
import { positiveU64Text } from '../u64.ts';

/** The terms of plans. Each error completes the sentence "<name> must be …". */

const AMOUNT = 'an amount in base units above 0, as a decimal string';
const PRICE = 'a price above 0 as a decimal string of at most 18 digits on either side of the point';

export const amount = (description: string) => positiveU64Text(AMOUNT).meta({ description });

export const price = (description: string) =>
  z
    .string({ error: PRICE })
    .regex(/^(?!0+(\.0+)?$)(0|[1-9][0-9]{0,17})(\.[0-9]{1,18})?$/, { error: PRICE })
    .meta({ description });

export const key = (description: string) => checkedPubkey.meta({ description });

/** Exact comparison of two prices, whatever their digits. */
export function comparePrices(a: string, b: string): number {
  const [left, right] = [scaled(a), scaled(b)];
  return left < right ? -1 : Number(left > right);
}

function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}
