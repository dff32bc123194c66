import { base58 } from '@scure/base';
import { LRUCache } from 'lru-cache';
import { pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import { parseU64 } from '../../../../core/kernel/u64.ts';
import { MEMO_PROGRAM_IDS } from '../../../../idl/programs.ts';
import type { TokenBalance, Transaction, TransactionInstruction } from '../../../model/source.ts';
import type { TransactionAnswer } from './answers.ts';

/** A transaction in a node's ledger. */
export interface LedgerTransaction {
  readonly transaction: Transaction;
  /** Unix seconds; absent if the node has none. */
  readonly blockTime: bigint | undefined;
  /** False if the node did not record inner instructions. */
  readonly complete: boolean;
}

type Meta = NonNullable<TransactionAnswer['meta']>;
type Instruction = TransactionAnswer['transaction']['message']['instructions'][number];

/**
 * Decoding base58 takes quadratic time, and an instruction may have 10 KiB. Token transfers are only a few bytes
 * long, so longer data is not decoded, except memos, which are bounded by a transaction's size unless a program
 * creates them.
 */
const LONGEST_DATA = 64;
const LONGEST_MEMO = 2_048;
const UNREAD = new Uint8Array();
const MEMO_PROGRAMS: ReadonlySet<string> = new Set(MEMO_PROGRAM_IDS);

const keys = new LRUCache<string, Uint8Array>({ max: 8_192 });

/**
 * Converts the answer to the stream's form of a transaction. Undefined if the node did not record its token
 * balances, which is not the same as none.
 * @throws PUBKEY_MALFORMED, U64_MALFORMED
 */
export function readTransaction(
  signature: Uint8Array,
  answer: TransactionAnswer,
): LedgerTransaction | undefined {
  const { slot, blockTime, meta, transaction } = answer;
  if (!meta?.preTokenBalances || !meta.postTokenBalances) return undefined;
  const { message } = transaction;
  const { writable = [], readonly = [] } = meta.loadedAddresses ?? {};
  const inner = new Map<number, Instruction[]>();
  for (const { index, instructions } of meta.innerInstructions ?? []) {
    inner.set(index, [...(inner.get(index) ?? []), ...instructions]);
  }
  const named = [...message.accountKeys, ...writable, ...readonly];
  return {
    transaction: {
      slot,
      signature,
      failed: meta.err != null,
      accountKeys: named.map(keyBytes),
      preTokenBalances: balances(meta.preTokenBalances),
      postTokenBalances: balances(meta.postTokenBalances),
      instructions: message.instructions
        .flatMap((one, at) => [one, ...(inner.get(at) ?? [])])
        .map((one) => readInstruction(one, named[one.programIdIndex])),
    },
    blockTime: blockTime ?? undefined,
    complete: meta.innerInstructions != null,
  };
}

function balances(reported: NonNullable<Meta['preTokenBalances']>): TokenBalance[] {
  return reported.map(({ accountIndex, mint, owner, uiTokenAmount }) => ({
    accountIndex,
    mint: keyBytes(mint),
    owner: owner == null ? undefined : keyBytes(owner),
    amount: parseU64('amount', uiTokenAmount.amount),
  }));
}

function readInstruction(
  { programIdIndex, accounts, data }: Instruction,
  program: string | undefined,
): TransactionInstruction {
  const longest = program !== undefined && MEMO_PROGRAMS.has(program) ? LONGEST_MEMO : LONGEST_DATA;
  const read = data.length <= longest ? base58.decode(data) : UNREAD;
  return { program: programIdIndex, accounts: Uint8Array.from(accounts), data: read };
}

function keyBytes(key: string): Uint8Array {
  let bytes = keys.get(key);
  if (!bytes) {
    bytes = pubkeyBytes(key);
    keys.set(key, bytes);
  }
  return bytes;
}
