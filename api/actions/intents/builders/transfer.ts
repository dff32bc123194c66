import { isLaunchlensError, LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { isPubkey, type Pubkey } from '../../../../core/kernel/pubkey.ts';
import { NATIVE_MINT, TOKEN_ACCOUNT_RENT } from '../../../../core/rules/native-coin.ts';
import { SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../../idl/programs.ts';
import {
  associatedTokenAddress,
  createAssociatedAccount,
  systemTransfer,
  transferChecked,
} from '../../../../idl/spl-instructions.ts';
import { U64_MAX } from '../../../../schemas/u64.ts';
import type { ChainAccount } from '../../../read/chain/reader.ts';
import type { Counterparty } from '../../../state/control/columns.ts';
import { decimalsOf, requireDecimals, tokenBalance } from '../../transactions/fee.ts';
import { encodeMessage } from '../../transactions/message.ts';
import type { Instruction, IntentDraft, TransactionBuilder } from '../draft.ts';
import { type BuilderContext, type TransferTerms, transferTerms } from './context.ts';

/**
 * Resolves recipients: addresses unchanged, labels to the owner's registered counterparties. An address always means
 * itself, so a label that looks like one cannot redirect it.
 * @throws RECIPIENT_UNKNOWN
 */
export async function recipientWallets(
  { controls }: Pick<BuilderContext, 'controls'>,
  owner: Pubkey,
  names: readonly string[],
): Promise<readonly Pubkey[]> {
  const { counterparties } = await controls.of(owner);
  return names.map((name) => {
    const wallet = isPubkey(name) ? name : walletCalled(counterparties, name);
    if (wallet === owner) throw unknown(name, 'it is the wallet that would send');
    return wallet;
  });
}

function walletCalled(counterparties: readonly Counterparty[], name: string): Pubkey {
  const [labelled, another] = counterparties.filter(({ label }) => label === name);
  if (another) throw unknown(name, 'several counterparties have this label');
  if (labelled) return labelled.address;
  throw unknown(name, 'it is not an address, and no registered counterparty has this label');
}

/** Tokens sent to a program's account may be lost permanently. @throws RECIPIENT_UNKNOWN */
function requireWallet(wallet: Pubkey, held: ChainAccount['held']): void {
  if (held === undefined || (held.owner === SYSTEM_PROGRAM_ID && held.data.length === 0)) return;
  throw unknown(wallet, `it is not a wallet but an account of the program ${held.owner}`);
}

function unknown(recipient: string, reason: string): LaunchlensError {
  return new LaunchlensError('RECIPIENT_UNKNOWN', { recipient: recipient.slice(0, 64), reason });
}

const TRANSFER_BUILDER = 'spl.transfer';

export interface TransferRequest extends TransferTerms {
  readonly owner: Pubkey;
  readonly decimals?: number | undefined;
  /** Whether the service takes its fee from it. */
  readonly charged: boolean;
}

/**
 * A planned transfer to some wallets.
 * @throws MINT_UNKNOWN, AMOUNT_MALFORMED, BALANCE_TOO_LOW, RECIPIENT_UNKNOWN, RECIPIENTS_TOO_MANY, CHAIN_UNREADABLE
 */
export async function draftTransfer(context: BuilderContext, request: TransferRequest): Promise<IntentDraft> {
  const { mint, transfers, charged } = request;
  const { instructions, rent } = await transferInstructions(context, request);
  requireFits(request.owner, instructions, transfers.length);
  const outflow = { mint, amount: totalOf(transfers) };
  const deposits = rent === 0n ? [] : [{ mint: NATIVE_MINT, amount: rent }];
  const [first] = transfers;
  const to = transfers.length === 1 && first ? `wallet ${first.wallet}` : `${transfers.length} wallets`;
  return {
    summary: `Send ${outflow.amount} base units of ${mint} to ${to}.`,
    move: { outflows: [outflow, ...deposits], counterparties: transfers.map(({ wallet }) => wallet) },
    planTerms: { receives: [], fees: [] },
    build: {
      builder: TRANSFER_BUILDER,
      terms: {
        mint,
        transfers: transfers.map(({ wallet, amount }) => ({ wallet, amount: amount.toString() })),
        rent: rent.toString(),
      },
    },
    feeOn: charged ? outflow : undefined,
  };
}

export function transferBuilder(context: BuilderContext): TransactionBuilder {
  return {
    name: TRANSFER_BUILDER,
    build: async ({ owner, terms }) => {
      const { rent: planned, ...asked } = transferTerms.parse(terms);
      const { instructions, rent } = await transferInstructions(context, { owner, ...asked });
      requirePlannedRent(rent, planned);
      return { kind: 'instructions', instructions: instructions.flat() };
    },
  };
}

type Asked = Omit<TransferRequest, 'charged'>;

interface Transfers {
  /** Those of each transfer, in order. */
  readonly instructions: Instruction[][];
  /** Lamports for missing token accounts: they belong to the recipients, who may close them and keep the lamports. */
  readonly rent: bigint;
}

/** A missing token account is created at the sender's cost. */
async function transferInstructions(context: BuilderContext, asked: Asked): Promise<Transfers> {
  const { owner, mint, transfers } = asked;
  const from = mint === NATIVE_MINT ? owner : associatedTokenAddress(owner, mint);
  const wallets = transfers.map(({ wallet }) => wallet);
  const receiving = mint === NATIVE_MINT ? [] : [...new Set(wallets)].map(accountFor(mint));
  const { held } = await context.chain.accounts([mint, from, ...wallets, ...receiving]);
  const decimals = decimalsOf(mint, held[0]);
  requireDecimals(mint, decimals, asked.decimals);
  for (const [index, wallet] of wallets.entries()) requireWallet(wallet, held[index + 2]);
  const needed = totalOf(transfers);
  const source = held[1];
  const native = source?.owner === SYSTEM_PROGRAM_ID ? source.lamports : 0n;
  const balance = mint === NATIVE_MINT ? native : (tokenBalance(source, { mint, wallet: owner }) ?? 0n);
  if (balance < needed) throw new LaunchlensError('BALANCE_TOO_LOW', { mint, needed, held: balance });
  const missing = held.slice(2 + wallets.length).filter((one) => one?.owner !== TOKEN_PROGRAM_ID).length;
  const instructions = transfers.map(({ wallet, amount }) =>
    mint === NATIVE_MINT
      ? [systemTransfer(owner, wallet, amount)]
      : [
          createAssociatedAccount({ payer: owner, wallet, mint }),
          transferChecked({ from, to: associatedTokenAddress(wallet, mint), mint, owner, amount, decimals }),
        ],
  );
  return { instructions, rent: BigInt(missing) * TOKEN_ACCOUNT_RENT };
}

const accountFor = (mint: Pubkey) => (wallet: Pubkey) => associatedTokenAddress(wallet, mint);

/**
 * A recipient that closes a token account after the plan does not get a new one at the owner's cost. @throws
 * SIMULATION_FAILED
 */
function requirePlannedRent(rent: bigint, planned: bigint): void {
  if (rent <= planned) return;
  const reason = `a recipient closed its token account, and creating it again needs ${rent} lamports of rent instead of the planned ${planned}`;
  throw new LaunchlensError('SIMULATION_FAILED', { reason });
}

/** @throws AMOUNT_MALFORMED */
function totalOf(transfers: TransferTerms['transfers']): bigint {
  const total = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  if (total <= U64_MAX) return total;
  throw new LaunchlensError('AMOUNT_MALFORMED', { name: 'the sum', reason: 'it exceeds the range of a u64' });
}

/** Measured as it will be sent, with a fee's transfer at its end. @throws RECIPIENTS_TOO_MANY */
function requireFits(owner: Pubkey, transfers: readonly Instruction[][], asked: number): void {
  for (let count = asked; count > 0; count -= 1) {
    if (!fits(owner, transfers.slice(0, count).flat())) continue;
    if (count === asked) return;
    throw new LaunchlensError('RECIPIENTS_TOO_MANY', { asked, fit: count });
  }
  throw new LaunchlensError('RECIPIENTS_TOO_MANY', { asked, fit: 0 });
}

function fits(owner: Pubkey, instructions: readonly Instruction[]): boolean {
  const blockhash = { blockhash: SYSTEM_PROGRAM_ID, lastValidBlockHeight: 0n };
  const last = instructions.at(-1);
  const fee = last ? [{ ...last, accounts: last.accounts.with(-1, ANOTHER) }] : [];
  const parts = { owner, blockhash, computeUnitLimit: 1, computeUnitPrice: 1n };
  try {
    encodeMessage({ ...parts, instructions: [...instructions, ...fee] });
    return true;
  } catch (error) {
    if (isLaunchlensError(error, 'TRANSACTION_TOO_LARGE')) return false;
    throw error;
  }
}

/** Placeholder for the fee's account: one more key than the transfers themselves name. */
const ANOTHER = {
  address: 'SysvarC1ock11111111111111111111111111111111' as Pubkey,
  signer: false,
  writable: true,
};
