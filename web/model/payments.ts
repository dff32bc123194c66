import { NATIVE_MINT, TOKEN_ACCOUNT_RENT } from '../../core/rules/native-coin.ts';

/** A decoded instruction, as far as payments depend on it. */
interface ShownInstruction {
  readonly program_name: string | null;
  readonly instruction: string | null;
  readonly accounts: readonly { readonly name: string | null; readonly address: string | null }[];
  readonly amount: { readonly mint: string; readonly amount: bigint; readonly decimals: number } | null;
}

interface Moved {
  readonly mint: string;
  readonly amount: bigint;
}

interface Paying {
  readonly owner: string;
  readonly technology_fee: (Moved & { readonly account: string }) | null;
}

/** What a transaction pays from its owner's wallet, and to whom. */
export interface Payment extends Moved {
  readonly decimals: number;
  /** The wallet; a token account if the transaction does not show its owner. */
  readonly to: string;
  readonly isWallet: boolean;
}

/** Read from the instructions, in order; without the technology fee. */
export function paymentsOf(
  instructions: readonly ShownInstruction[],
  { owner, technology_fee: fee }: Paying,
): Payment[] {
  const wallets = new Map(madeAccounts(instructions).map(({ account, wallet }) => [account, wallet]));
  const last = instructions.at(-1);
  return instructions.flatMap((one) => {
    const account = destinationOf(one, owner);
    if (account === undefined || one.amount === null) return [];
    if (one === last && account === fee?.account && one.amount.amount === fee.amount) return [];
    const wallet = one.instruction === 'transfer' ? account : wallets.get(account);
    return [{ ...one.amount, to: wallet ?? account, isWallet: wallet !== undefined }];
  });
}

function destinationOf(shown: ShownInstruction, owner: string): string | undefined {
  if (isSystemTransfer(shown)) return addressOf(shown, 'from') === owner ? addressOf(shown, 'to') : undefined;
  if (shown.instruction !== 'transfer_checked' || shown.program_name?.startsWith('SPL Token') !== true) {
    return undefined;
  }
  return addressOf(shown, 'authority') === owner ? addressOf(shown, 'destination') : undefined;
}

const isSystemTransfer = ({ program_name, instruction }: ShownInstruction): boolean =>
  program_name === 'System' && instruction === 'transfer';

const addressOf = ({ accounts }: ShownInstruction, called: string): string | undefined =>
  accounts.find(({ name }) => name === called)?.address ?? undefined;

interface MadeAccount {
  readonly account: string;
  readonly wallet: string;
  readonly payer: string | undefined;
}

/** The program refuses to create an account that is not that wallet's, so this shows the owner. */
function madeAccounts(instructions: readonly ShownInstruction[]): MadeAccount[] {
  return instructions.flatMap((one) => {
    const known = one.program_name === 'Associated Token Account' && one.instruction === 'create_idempotent';
    const [account, wallet] = [addressOf(one, 'associated_token_account'), addressOf(one, 'wallet')];
    if (!known || account === undefined || wallet === undefined) return [];
    return [{ account, wallet, payer: addressOf(one, 'payer') }];
  });
}

/** The chain's deposit for a Pledge of 139 bytes, in lamports. */
const PLEDGE_RENT = 1_858_320n;

export interface Rent {
  readonly tokenAccounts: number;
  /** Whether a Pledge is created if there is none yet. */
  readonly pledge: boolean;
  /** The most that all of them take, in lamports. */
  readonly most: bigint;
}

/**
 * What the owner additionally pays for own accounts that a transaction creates if missing; undefined if it creates none.
 * The rent of other people's accounts is among the outflows.
 */
export function rentOf(instructions: readonly ShownInstruction[], owner: string): Rent | undefined {
  const made = madeAccounts(instructions).filter(({ payer, wallet }) => payer === owner && wallet === owner);
  const tokenAccounts = new Set(made.map(({ account }) => account)).size;
  const pledge = instructions.some(
    (one) => one.instruction === 'pledge' && addressOf(one, 'pledger') === owner,
  );
  if (tokenAccounts === 0 && !pledge) return undefined;
  const most = BigInt(tokenAccounts) * TOKEN_ACCOUNT_RENT + (pledge ? PLEDGE_RENT : 0n);
  return { tokenAccounts, pledge, most };
}

/** Outflows in lamports for token accounts of others, who may keep them; undefined if none. */
export function rentForOthers(
  instructions: readonly ShownInstruction[],
  { owner, outflows }: { readonly owner: string; readonly outflows: readonly Moved[] },
): bigint | undefined {
  const made = madeAccounts(instructions).some(({ payer, wallet }) => payer === owner && wallet !== owner);
  return made ? outflows.find(({ mint }) => mint === NATIVE_MINT)?.amount : undefined;
}

/** Whether some of it belongs to programs unknown here, as in transactions of venues. */
export const hasUnknownPrograms = (instructions: readonly ShownInstruction[]): boolean =>
  instructions.some(({ program_name }) => program_name === null);
