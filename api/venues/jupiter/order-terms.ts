import { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { type Pubkey, parsePubkey } from '../../../core/kernel/pubkey.ts';
import type { PlainInstruction } from '../../../idl/spl-instructions.ts';
import { u64 } from './swap-terms.ts';

export const TRIGGER_PROGRAM_ID = parsePubkey('j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X');
export const RECURRING_PROGRAM_ID = parsePubkey('DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M');

const mints = { input_mint: pubkeyText, output_mint: pubkeyText, amount: u64 } as const;

export const limitOrder = z.object({
  ...mints,
  minimum_out: u64,
  /** Unix seconds. */
  expires_at: z.int().positive().optional(),
});
export type LimitOrder = z.output<typeof limitOrder>;

export const recurringOrder = z.object({
  ...mints,
  /** In JSON these are numbers. */
  amount: u64.refine((amount) => amount <= BigInt(Number.MAX_SAFE_INTEGER)),
  orders: z.int().min(2),
  interval_seconds: z.int().min(60),
});
export type RecurringOrder = z.output<typeof recurringOrder>;

export const cancelledOrder = z.object({
  order_id: pubkeyText,
  order_type: z.enum(['limit', 'recurring']),
});

/** Its instruction: a tag and an id of 8 bytes each, two amounts, and the optional end. */
export function placesLimit(instructions: readonly PlainInstruction[], order: LimitOrder, owner: Pubkey) {
  const { input_mint, output_mint, amount, minimum_out, expires_at } = order;
  return onlyCall(instructions, TRIGGER_PROGRAM_ID, ({ data, address }) => {
    const ends =
      expires_at === undefined ? data[32] === 0 : data[32] === 1 && u64At(data, 33) === BigInt(expires_at);
    const named = address(1) === owner && address(7) === input_mint && address(8) === output_mint;
    return named && ends && u64At(data, 16) === amount && u64At(data, 24) === minimum_out;
  });
}

/** Its instruction: a tag and an id of 8 bytes each, all that is given, what each order gives, and the interval. */
export function placesRecurring(
  instructions: readonly PlainInstruction[],
  order: RecurringOrder,
  owner: Pubkey,
) {
  const { input_mint, output_mint, amount, orders, interval_seconds } = order;
  return onlyCall(instructions, RECURRING_PROGRAM_ID, ({ data, address }) => {
    const named = address(1) === owner && address(3) === input_mint && address(4) === output_mint;
    const each = u64At(data, 24) === amount / BigInt(orders);
    return named && each && u64At(data, 16) === amount && u64At(data, 32) === BigInt(interval_seconds);
  });
}

interface Call {
  readonly data: Buffer;
  readonly address: (index: number) => Pubkey | undefined;
}

/** Whether exactly one instruction calls a program, and calls it as expected. */
export function onlyCall(
  instructions: readonly PlainInstruction[],
  program: Pubkey,
  isExpected: (call: Call) => boolean,
): boolean {
  const [call, ...more] = instructions.filter((one) => one.program === program);
  if (call === undefined || more.length > 0) return false;
  return isExpected({ data: Buffer.from(call.data), address: (index) => call.accounts[index]?.address });
}

export function u64At(data: Buffer, at: number): bigint | undefined {
  return data.length < at + 8 ? undefined : data.readBigUInt64LE(at);
}
