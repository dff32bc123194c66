import type { AccountRole, Instruction } from '../../../api/actions/intents/draft.ts';
import { encodeMessage, unsignedTransaction } from '../../../api/actions/transactions/message.ts';
import type { ChainAccount } from '../../../api/read/chain/reader.ts';
import type { Simulation, TransactionChain } from '../../../api/read/chain/transactions.ts';
import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { MEMO_PROGRAM_IDS, SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import { MINT } from '../../../idl/spl-token.ts';
import { absent } from '../../support/absent.ts';
import { pubkeyOf } from '../../support/index-builder.ts';

export type Held = NonNullable<ChainAccount['held']>;

export const FRESH = pubkeyOf('a fresh blockhash');
export const LAST_HEIGHT = 777n;

/** A chain of a few accounts, that executes a transaction as the test says. */
export interface ChainOf extends TransactionChain {
  before: ReadonlyMap<Pubkey, Held>;
  after: ReadonlyMap<Pubkey, Held>;
  error: unknown;
  /** What was simulated. */
  readonly simulated: { readonly transaction: Uint8Array; readonly how: Simulation | undefined }[];
}

export function chainOf(before: ReadonlyMap<Pubkey, Held> = new Map()): ChainOf {
  const chain: ChainOf = {
    ...{ before, after: before, error: null, simulated: [] },
    accounts: async (addresses) => ({ slot: 1n, held: addresses.map((one) => chain.before.get(one)) }),
    latestBlockhash: async () => ({ blockhash: FRESH, lastValidBlockHeight: LAST_HEIGHT }),
    blockHeight: async () => 1n,
    simulate: async (transaction, how) => {
      chain.simulated.push({ transaction, how });
      const accounts = how?.accounts?.map((one) => chain.after.get(one));
      return { slot: 1n, error: chain.error, logs: [], unitsConsumed: 5_000n, accounts };
    },
    ...{ send: absent('send'), statuses: absent('statuses') },
  };
  return chain;
}

export const wallet = (lamports: bigint, parts: Partial<Held> = {}): Held => ({
  ...{ owner: SYSTEM_PROGRAM_ID, lamports, data: new Uint8Array() },
  ...parts,
});

export interface TokenParts {
  readonly mint: Pubkey;
  readonly owner: Pubkey;
  readonly amount: bigint;
  readonly delegate?: readonly [Pubkey, bigint];
  readonly closer?: Pubkey;
  readonly program?: Pubkey;
}

export function token({
  mint,
  owner,
  amount,
  delegate,
  closer,
  program = TOKEN_PROGRAM_ID,
}: TokenParts): Held {
  const data = Buffer.alloc(165);
  data.set(pubkeyBytes(mint), 0);
  data.set(pubkeyBytes(owner), 32);
  data.writeBigUInt64LE(amount, 64);
  data[108] = 1;
  if (delegate) {
    data.writeUInt32LE(1, 72);
    data.set(pubkeyBytes(delegate[0]), 76);
    data.writeBigUInt64LE(delegate[1], 121);
  }
  if (closer) {
    data.writeUInt32LE(1, 129);
    data.set(pubkeyBytes(closer), 133);
  }
  return { owner: program, lamports: 2_039_280n, data };
}

/** A mint of the SPL Token program. */
export function mint(decimals = 0): Held {
  const data = Buffer.alloc(MINT.size);
  data[MINT.decimalsAt] = decimals;
  data[MINT.isInitializedAt] = 1;
  return { owner: TOKEN_PROGRAM_ID, lamports: 1_461_600n, data };
}

export const role = (address: Pubkey, parts: Partial<AccountRole> = {}): AccountRole => ({
  ...{ address, signer: false, writable: true },
  ...parts,
});

export const memo = (accounts: readonly AccountRole[]): Instruction => ({
  ...{ program: MEMO_PROGRAM_IDS[1], accounts, data: Buffer.from('a venue') },
});

/** An unsigned transaction, as a venue gives one. */
export function transactionOf(owner: Pubkey, instructions: readonly Instruction[]): Uint8Array {
  const blockhash = { blockhash: SYSTEM_PROGRAM_ID, lastValidBlockHeight: 0n };
  return unsignedTransaction(
    encodeMessage({ owner, blockhash, computeUnitLimit: 1, computeUnitPrice: 1n, instructions }),
  );
}
