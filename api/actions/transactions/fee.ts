import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { NATIVE_MINT, type Outflow } from '../../../core/rules/moves.ts';
import { technologyFee } from '../../../core/rules/technology-fee.ts';
import { SYSTEM_PROGRAM_ID } from '../../../idl/programs.ts';
import {
  associatedTokenAddress,
  COMPUTE_BUDGET_PROGRAM_ID,
  systemTransfer,
  transferChecked,
} from '../../../idl/spl-instructions.ts';
import type { TransactionChain } from '../../read/chain/transactions.ts';
import type { Fee } from '../../state/intents/intent.ts';
import type { Instruction } from './instruction.ts';
import type { ReadInstruction, ReadMessage } from './message.ts';
import { mintDecimals, tokenBalance } from './mints.ts';

export interface FeeTerms {
  readonly bps: number;
  /** The wallet that receives it. */
  readonly wallet: Pubkey;
}

/**
 * The fee on what is moved: to the receiving wallet's token account of the same mint. None if rounding leaves none, or
 * if there is no such account: owners do not pay for creating one. @throws CHAIN_UNREADABLE
 */
export async function feeOn(
  chain: TransactionChain,
  { bps, wallet }: FeeTerms,
  { mint, amount: basis }: Outflow,
): Promise<Fee | undefined> {
  const amount = technologyFee(basis, bps);
  if (amount === 0n) return undefined;
  if (mint === NATIVE_MINT) return { mint, amount, account: wallet };
  const account = associatedTokenAddress(wallet, mint);
  const { held } = await chain.accounts([account]);
  return tokenBalance(held[0], { mint, wallet }) === undefined ? undefined : { mint, amount, account };
}

/** The transfer of a fee. @throws MINT_UNKNOWN, CHAIN_UNREADABLE */
export async function feeInstruction(
  chain: TransactionChain,
  owner: Pubkey,
  { mint, amount, account }: Fee,
): Promise<Instruction> {
  if (mint === NATIVE_MINT) return systemTransfer(owner, account, amount);
  const decimals = await mintDecimals(chain, mint);
  return transferChecked({
    ...{ mint, owner, amount, decimals },
    from: associatedTokenAddress(owner, mint),
    to: account,
  });
}

const LAMPORTS_PER_SIGNATURE = 5_000n;
const SET_UNIT_LIMIT = 2;
const SET_UNIT_PRICE = 3;
const UNITS_PER_INSTRUCTION = 200_000n;
const UNITS_PER_BUILTIN = 3_000n;
const MOST_UNITS = 1_400_000n;
const MICRO_LAMPORTS = 1_000_000n;
const BUILTINS: readonly string[] = [
  SYSTEM_PROGRAM_ID,
  COMPUTE_BUDGET_PROGRAM_ID,
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
];

/**
 * The network fee of a message in lamports: 5,000 per signature, and the priority fee on the requested compute units,
 * rounded up. A message that requests no units gets a default per instruction.
 */
export function networkFee({ signers, instructions }: Pick<ReadMessage, 'signers' | 'instructions'>): bigint {
  const price = budget(instructions, SET_UNIT_PRICE, (data) => data.readBigUInt64LE(1)) ?? 0n;
  const limit = budget(instructions, SET_UNIT_LIMIT, (data) => BigInt(data.readUInt32LE(1)));
  const asked = limit ?? instructions.reduce((sum, { program }) => sum + allowanceOf(program), 0n);
  const units = asked < MOST_UNITS ? asked : MOST_UNITS;
  const priority = (price * units + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
  return BigInt(signers.length) * LAMPORTS_PER_SIGNATURE + priority;
}

const VALUE_BYTES = { [SET_UNIT_LIMIT]: 4, [SET_UNIT_PRICE]: 8 } as const;

function budget(
  instructions: readonly ReadInstruction[],
  tag: keyof typeof VALUE_BYTES,
  read: (data: Buffer) => bigint,
): bigint | undefined {
  const found = instructions.find(
    ({ program, data }) =>
      program === COMPUTE_BUDGET_PROGRAM_ID && data[0] === tag && data.length > VALUE_BYTES[tag],
  );
  return found && read(Buffer.from(found.data));
}

function allowanceOf(program: string): bigint {
  return BUILTINS.includes(program) ? UNITS_PER_BUILTIN : UNITS_PER_INSTRUCTION;
}
