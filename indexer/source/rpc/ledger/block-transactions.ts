import { base58 } from '@scure/base';
import { z } from 'zod';
import { pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import { u64, unixSeconds } from '../../../../core/rpc/answers.ts';
import type { Transaction, TransactionInstruction } from '../../../model/source.ts';
import { base58Text, index, keyText, signatureText, small } from './answers.ts';

const instruction = z.object({
  programIdIndex: index,
  accounts: z.array(index),
  data: base58Text,
  stackHeight: small(255n).nullish(),
});

/** `getBlock` with all transactions, as far as the calls of a program need it. */
export const blockTransactionsAnswer = z.object({
  parentSlot: u64,
  blockhash: keyText,
  blockTime: unixSeconds.nullish(),
  transactions: z.array(
    z.object({
      transaction: z.object({
        signatures: z.array(signatureText).min(1),
        message: z.object({ accountKeys: z.array(keyText).max(256), instructions: z.array(instruction) }),
      }),
      meta: z
        .object({
          err: z.unknown(),
          innerInstructions: z
            .array(z.object({ index: small(1_024n), instructions: z.array(instruction) }))
            .nullish(),
          logMessages: z.array(z.string()).nullish(),
          loadedAddresses: z
            .object({ writable: z.array(keyText).max(256), readonly: z.array(keyText).max(256) })
            .nullish(),
        })
        .nullable(),
    }),
  ),
});

type BlockTransaction = z.output<typeof blockTransactionsAnswer>['transactions'][number];
type Instruction = z.output<typeof instruction>;

/** A block, and its transactions that name one program. */
export interface ProgramBlock {
  readonly parentSlot: bigint;
  /** Unix seconds; undefined if the node has none. */
  readonly blockTime: bigint | undefined;
  readonly transactions: readonly Transaction[];
}

/** Undefined if the node has a transaction without what it did. */
export function readProgramBlock(
  slot: bigint,
  { parentSlot, blockTime, transactions }: z.output<typeof blockTransactionsAnswer>,
  program: string,
): ProgramBlock | undefined {
  const read: Transaction[] = [];
  for (const [at, one] of transactions.entries()) {
    if (!one.meta) return undefined;
    const keys = keysOf(one);
    if (keys.includes(program)) read.push(transactionOf(one, { slot, index: at, keys, program }));
  }
  return { parentSlot, blockTime: blockTime ?? undefined, transactions: read };
}

function keysOf({ transaction, meta }: BlockTransaction): readonly string[] {
  const { writable = [], readonly = [] } = meta?.loadedAddresses ?? {};
  return [...transaction.message.accountKeys, ...writable, ...readonly];
}

interface Reading extends Pick<Transaction, 'slot'> {
  readonly index: number;
  readonly keys: readonly string[];
  readonly program: string;
}

function transactionOf(
  { transaction, meta }: BlockTransaction,
  { slot, index: at, keys, program }: Reading,
): Transaction {
  const inner = new Map<number, Instruction[]>();
  for (const { index: outer, instructions } of meta?.innerInstructions ?? [])
    inner.set(outer, [...(inner.get(outer) ?? []), ...instructions]);
  const isOurs = (one: Instruction): boolean => keys[one.programIdIndex] === program;
  return {
    slot,
    index: at,
    signature: base58.decode(transaction.signatures[0] ?? ''),
    failed: meta?.err != null,
    accountKeys: keys.map((key) => pubkeyBytes(key)),
    preTokenBalances: [],
    postTokenBalances: [],
    instructions: transaction.message.instructions.flatMap((one, outer) => [
      { ...read(one, isOurs(one)), outer, inner: 0, height: 1 },
      ...(inner.get(outer) ?? []).map((called, place) => ({
        ...read(called, isOurs(called)),
        ...{ outer, inner: place + 1, height: called.stackHeight ?? undefined },
      })),
    ]),
    innerRecorded: meta?.innerInstructions != null,
    logs: meta?.logMessages?.map((line) => Buffer.from(line)),
  };
}

const UNREAD = new Uint8Array();

/** Decoding base58 takes quadratic time: only what is needed is read. */
function read({ programIdIndex, accounts, data }: Instruction, isOurs: boolean): TransactionInstruction {
  return {
    program: programIdIndex,
    accounts: Uint8Array.from(accounts),
    data: isOurs ? base58.decode(data) : UNREAD,
  };
}
