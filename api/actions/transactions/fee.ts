import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { type Pubkey, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import type { Outflow } from '../../../core/rules/moves.ts';
import { NATIVE_DECIMALS, NATIVE_MINT } from '../../../core/rules/native-coin.ts';
import { technologyFee } from '../../../core/rules/technology-fee.ts';
import { SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../idl/programs.ts';
import {
  associatedTokenAddress,
  COMPUTE_BUDGET_PROGRAM_ID,
  systemTransfer,
  transferChecked,
} from '../../../idl/spl-instructions.ts';
import { MINT, TOKEN_ACCOUNT } from '../../../idl/spl-token.ts';
import type { ChainAccount } from '../../read/chain/reader.ts';
import type { TransactionChain } from '../../read/chain/transactions.ts';
import type { Fee } from '../../state/intents/intent.ts';
import type { Instruction } from '../intents/draft.ts';
import type { ReadInstruction, ReadMessage } from './message.ts';

const INITIALIZED = 1;

type Held = ChainAccount['held'];

/** The decimals of a mint of the SPL Token program. @throws MINT_UNKNOWN, CHAIN_UNREADABLE */
export async function mintDecimals(chain: TransactionChain, mint: Pubkey): Promise<number> {
  const { held } = await chain.accounts([mint]);
  return decimalsOf(mint, held[0]);
}

/** @throws MINT_UNKNOWN */
export function decimalsOf(mint: Pubkey, held: Held): number {
  if (mint === NATIVE_MINT) return NATIVE_DECIMALS;
  const { data } = held ?? {};
  const isMint =
    held?.owner === TOKEN_PROGRAM_ID &&
    data?.length === MINT.size &&
    data[MINT.isInitializedAt] === INITIALIZED;
  const decimals = isMint ? data?.[MINT.decimalsAt] : undefined;
  if (decimals === undefined) throw new LaunchlensError('MINT_UNKNOWN', { mint });
  return decimals;
}

/** A wallet's token account balance of a mint; undefined for anything else. */
export function tokenBalance(
  held: Held,
  { mint, wallet }: { mint: Pubkey; wallet: Pubkey },
): bigint | undefined {
  if (held?.owner !== TOKEN_PROGRAM_ID || held.data.length !== TOKEN_ACCOUNT.size) return undefined;
  const view = Buffer.from(held.data);
  const keyAt = (at: number) => pubkeyFromBytes(view.subarray(at, at + 32));
  if (keyAt(TOKEN_ACCOUNT.mintAt) !== mint || keyAt(TOKEN_ACCOUNT.ownerAt) !== wallet) return undefined;
  if (view[TOKEN_ACCOUNT.stateAt] !== INITIALIZED) return undefined;
  return view.readBigUInt64LE(TOKEN_ACCOUNT.amountAt);
}

/** @throws AMOUNT_MALFORMED if the caller expects other decimals */
export function requireDecimals(mint: Pubkey, decimals: number, expected: number | undefined): void {
  if (expected === undefined || expected === decimals) return;
  const reason = `the mint ${mint} has ${decimals} decimals, not ${expected}`;
  throw new LaunchlensError('AMOUNT_MALFORMED', { name: 'decimals', reason });
}

export interface FeeTerms {
  readonly bps: number;
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
