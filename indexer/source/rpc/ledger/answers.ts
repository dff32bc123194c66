import { z } from 'zod';
import { integer, u64, unixSeconds } from '../../../../core/rpc/answers.ts';

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/;
export const base58Text = z.string().regex(BASE58);
export const signatureText = base58Text.min(64).max(88);
export const keyText = base58Text.min(32).max(44);
/** Parsing a body exactly makes every integer a bigint. */
export const small = (most: bigint) =>
  integer.refine((value) => value >= 0n && value <= most, { error: `not 0 to ${most}` }).transform(Number);
export const index = small(255n);

export const signaturesAnswer = z.array(
  z.object({
    signature: signatureText,
    slot: u64,
    err: z.unknown(),
  }),
);

export const blockAnswer = z.object({
  parentSlot: u64,
  blockhash: keyText,
  blockTime: unixSeconds.nullish(),
  blockHeight: u64.nullish(),
});

export const slotsAnswer = z.array(u64);

const tokenBalance = z.object({
  accountIndex: index,
  mint: keyText,
  owner: keyText.nullish(),
  uiTokenAmount: z.object({ amount: z.string() }),
});

/** `getBlock` with `transactionDetails` of `accounts`: who may have written what, but not how. */
export const blockWritesAnswer = z.object({
  blockhash: keyText,
  transactions: z.array(
    z.object({
      transaction: z.object({
        signatures: z.array(signatureText).min(1),
        accountKeys: z
          .array(z.object({ pubkey: keyText, signer: z.boolean(), writable: z.boolean() }))
          .max(256),
      }),
      meta: z
        .object({
          err: z.unknown(),
          preBalances: z.array(u64),
          postBalances: z.array(u64),
          preTokenBalances: z.array(tokenBalance).nullish(),
          postTokenBalances: z.array(tokenBalance).nullish(),
        })
        .nullable(),
    }),
  ),
});

export type BlockWritesAnswer = z.output<typeof blockWritesAnswer>;

const instruction = z.object({ programIdIndex: index, accounts: z.array(index), data: base58Text });

/** `getTransaction` with the encoding `json`. Logs, lamports and rewards are not used here. */
export const transactionAnswer = z.object({
  slot: u64,
  blockTime: unixSeconds.nullish(),
  transaction: z.object({
    message: z.object({ accountKeys: z.array(keyText).max(256), instructions: z.array(instruction) }),
  }),
  meta: z
    .object({
      err: z.unknown(),
      preTokenBalances: z.array(tokenBalance).nullish(),
      postTokenBalances: z.array(tokenBalance).nullish(),
      innerInstructions: z
        .array(z.object({ index: small(1_024n), instructions: z.array(instruction) }))
        .nullish(),
      loadedAddresses: z
        .object({ writable: z.array(keyText).max(256), readonly: z.array(keyText).max(256) })
        .nullish(),
    })
    .nullable(),
});

export type TransactionAnswer = z.output<typeof transactionAnswer>;
