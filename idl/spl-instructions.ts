import { type Pubkey, parsePubkey, pubkeyBytes, pubkeyFromBytes } from '../core/kernel/pubkey.ts';
import { findProgramAddress } from './pda.ts';
import { SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from './programs.ts';

export const ASSOCIATED_TOKEN_PROGRAM_ID = parsePubkey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
export const COMPUTE_BUDGET_PROGRAM_ID = parsePubkey('ComputeBudget111111111111111111111111111111');

/** Tags of the instructions that are built here. */
export const SPL_TAGS = { transferChecked: 12, createIdempotent: 1, systemTransfer: 2 } as const;

interface Account {
  readonly address: Pubkey;
  readonly signer: boolean;
  readonly writable: boolean;
}

/** One instruction, as programs read it. */
export interface PlainInstruction {
  readonly program: Pubkey;
  readonly accounts: readonly Account[];
  readonly data: Uint8Array;
}

/** The associated token account of a wallet for a mint. */
export function associatedTokenAddress(wallet: Pubkey, mint: Pubkey, program = TOKEN_PROGRAM_ID): Pubkey {
  const seeds = [wallet, program, mint].map(pubkeyBytes);
  return pubkeyFromBytes(findProgramAddress(seeds, pubkeyBytes(ASSOCIATED_TOKEN_PROGRAM_ID)).address);
}

/** Creates a wallet's token account, paid by `payer`, or does nothing if it exists. */
export function createAssociatedAccount({
  payer,
  wallet,
  mint,
}: {
  readonly payer: Pubkey;
  readonly wallet: Pubkey;
  readonly mint: Pubkey;
}): PlainInstruction {
  return {
    program: ASSOCIATED_TOKEN_PROGRAM_ID,
    accounts: [
      { address: payer, signer: true, writable: true },
      { address: associatedTokenAddress(wallet, mint), signer: false, writable: true },
      ...[wallet, mint, SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID].map(readonlyAccount),
    ],
    data: Uint8Array.of(SPL_TAGS.createIdempotent),
  };
}

export interface TokenTransfer {
  /** Token accounts. */
  readonly from: Pubkey;
  readonly to: Pubkey;
  readonly mint: Pubkey;
  /** The wallet that owns `from`. */
  readonly owner: Pubkey;
  /** Base units, a u64. */
  readonly amount: bigint;
  readonly decimals: number;
}

/** `TransferChecked`: the program refuses it if mint or decimals differ. */
export function transferChecked({
  from,
  to,
  mint,
  owner,
  amount,
  decimals,
}: TokenTransfer): PlainInstruction {
  const data = Buffer.alloc(10);
  data[0] = SPL_TAGS.transferChecked;
  data.writeBigUInt64LE(amount, 1);
  data[9] = decimals;
  return {
    program: TOKEN_PROGRAM_ID,
    accounts: [
      { address: from, signer: false, writable: true },
      readonlyAccount(mint),
      { address: to, signer: false, writable: true },
      { address: owner, signer: true, writable: false },
    ],
    data,
  };
}

/** Moves the native coin. */
export function systemTransfer(from: Pubkey, to: Pubkey, lamports: bigint): PlainInstruction {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(SPL_TAGS.systemTransfer, 0);
  data.writeBigUInt64LE(lamports, 4);
  return {
    program: SYSTEM_PROGRAM_ID,
    accounts: [
      { address: from, signer: true, writable: true },
      { address: to, signer: false, writable: true },
    ],
    data,
  };
}

function readonlyAccount(address: Pubkey): Account {
  return { address, signer: false, writable: false };
}
