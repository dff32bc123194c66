import { createHash } from 'node:crypto';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import type { TokenBalance, Transaction, TransactionInstruction } from '../../../indexer/model/source.ts';

/** 32 bytes that are the same for the same name. */
export const keyOf = (name: string): Uint8Array =>
  name === 'token program' ? pubkeyBytes(TOKEN_PROGRAM_ID) : createHash('sha256').update(name).digest();

/** What a token account held before and after; a moment at which it did not exist is left out. */
export interface Held {
  readonly owner?: string;
  readonly mint?: string;
  readonly before?: bigint;
  readonly after?: bigint;
}

export interface TransactionDraft {
  readonly slot?: bigint;
  readonly failed?: boolean;
  /** Further accounts by name, or by their bytes. */
  readonly accounts?: readonly (string | Uint8Array)[];
  /** Token accounts by name. */
  readonly held: Readonly<Record<string, Held>>;
  readonly calls?: (index: (name: string | Uint8Array) => number) => readonly TransactionInstruction[];
}

/** A transaction whose accounts are called by names. */
export function makeTransaction(draft: TransactionDraft): Transaction {
  const names = [...new Set(['token program', ...(draft.accounts ?? []), ...Object.keys(draft.held)])];
  const balances = (moment: 'before' | 'after'): TokenBalance[] =>
    Object.entries(draft.held).flatMap(([name, { owner, mint = 'mint', [moment]: amount }]) =>
      amount === undefined
        ? []
        : {
            accountIndex: names.indexOf(name),
            mint: keyOf(mint),
            owner: owner === undefined ? undefined : keyOf(owner),
            amount,
          },
    );
  return {
    slot: draft.slot ?? 10n,
    signature: createHash('sha512').update('signature').digest(),
    failed: draft.failed ?? false,
    accountKeys: names.map((name) => (typeof name === 'string' ? keyOf(name) : name)),
    preTokenBalances: balances('before'),
    postTokenBalances: balances('after'),
    instructions: draft.calls?.((name) => names.indexOf(name)) ?? [],
  };
}

/** SPL Token's `Transfer`, or with the mint named its `TransferChecked`. */
export function transferData(amount: bigint, checked = false): Uint8Array {
  const data = Buffer.alloc(checked ? 10 : 9);
  data[0] = checked ? 12 : 3;
  data.writeBigUInt64LE(amount, 1);
  return data;
}
