import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import type { Address } from '../../../fixtures/localnet/keys/address.ts';
import { ESCROW_PROGRAM, TOKEN_PROGRAM } from '../../../fixtures/localnet/keys/well-known.ts';
import type { ExecutedTransaction } from '../../../fixtures/localnet/ledger/executed.ts';
import { escrowAddress } from '../../../fixtures/localnet/program/escrow/addresses.ts';
import { ESCROW_INSTRUCTION } from '../../../fixtures/localnet/program/escrow/instructions.ts';
import {
  isTokenAccount,
  tokenAmount,
  tokenMint,
  tokenOwner,
} from '../../../fixtures/localnet/program/token-layout.ts';

/** A movement as the chain itself has it; keys and the signature as hex. */
export interface NaiveFlow {
  readonly launchId: bigint;
  readonly slot: bigint;
  readonly signature: string;
  readonly ordinal: number;
  readonly direction: 'in' | 'out';
  readonly kind: string;
  readonly wallet: string;
  readonly mint: string;
  readonly amount: bigint;
  readonly blockTime: bigint;
}

const KIND_OF_INSTRUCTION: Readonly<Partial<Record<string, string>>> = {
  pledge: 'pledge',
  refundPledge: 'refund',
  withdrawPledge: 'refund',
  collectRaise: 'collection',
};

/**
 * What the chain's transactions from `first` to `last` moved, read from the states of the accounts and the names of the
 * program's instructions, with nothing of the indexer. Good for transactions with two token accounts of the mint, which
 * is what the local chain's are.
 */
export function naiveFlows(
  chain: Chain,
  launchIds: Iterable<bigint>,
  first: bigint,
  last: bigint,
): NaiveFlow[] {
  const escrows = new Map([...launchIds].map((id) => [escrowAddress(id).address, id] as const));
  return chain.blocks.all
    .filter(({ block: { slot } }) => slot >= first && slot <= last)
    .flatMap(({ block }) => block.transactions)
    .flatMap((transaction) => flowsOf(transaction, escrows));
}

function flowsOf(transaction: ExecutedTransaction, escrows: ReadonlyMap<Address, bigint>): NaiveFlow[] {
  const moved = movedTokens(transaction);
  return moved.flatMap((escrow) => {
    const launchId = escrows.get(escrow.address);
    const other = moved.find(({ address }) => address !== escrow.address);
    if (launchId === undefined) return [];
    if (moved.length !== 2 || other?.grown !== -escrow.grown) throw new Error('not a plain transfer');
    return {
      launchId,
      slot: transaction.slot,
      signature: hex(transaction.signature),
      ordinal: 0,
      direction: escrow.grown > 0n ? 'in' : 'out',
      kind: kindOf(transaction),
      wallet: hex(other.owner),
      mint: hex(escrow.mint),
      amount: escrow.grown > 0n ? escrow.grown : -escrow.grown,
      blockTime: transaction.blockTime,
    } as const;
  });
}

/** Every token account whose balance the transaction changed. */
export function movedTokens({ message, before, after }: ExecutedTransaction) {
  return message.keys.flatMap((address, index) => {
    const states = [before[index], after[index]];
    const [held = 0n, holds = 0n] = states.map((state) =>
      state?.owner === TOKEN_PROGRAM && isTokenAccount(state.data) ? tokenAmount(state.data) : 0n,
    );
    const { data } = states.find((state) => state?.owner === TOKEN_PROGRAM) ?? {};
    if (held === holds || !data) return [];
    return { address, grown: holds - held, mint: tokenMint(data), owner: tokenOwner(data) };
  });
}

function kindOf({ message }: ExecutedTransaction): string {
  const own = message.instructions.find(
    ({ programIdIndex }) => message.keys[programIdIndex] === ESCROW_PROGRAM,
  );
  const [name = ''] =
    Object.entries(ESCROW_INSTRUCTION).find(
      ([, mark]) => own && Buffer.compare(own.data.subarray(0, 8), mark) === 0,
    ) ?? [];
  return KIND_OF_INSTRUCTION[name] ?? 'transfer';
}

export function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
