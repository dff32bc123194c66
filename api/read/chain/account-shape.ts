import { z } from 'zod';
import { base64Text, pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { u64 } from '../../../core/rpc/answers.ts';

/** An account in `base64` as nodes answer it. */
export const heldAccount = z
  .object({
    owner: pubkeyText,
    lamports: u64,
    data: z.tuple([base64Text, z.literal('base64')]),
  })
  .transform(({ owner, lamports, data }) => ({ owner, lamports, data: data[0] as Uint8Array }));

/** An answer with the slot that it was given at. */
export function inContext<Value>(value: z.ZodType<Value>) {
  return z
    .object({ context: z.object({ slot: u64 }), value })
    .transform((answer) => ({ slot: answer.context.slot, value: answer.value as Value }));
}
