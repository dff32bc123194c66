import type { WalletAccount } from '@wallet-standard/base';
import { Failure } from './failure.ts';
import { createStore } from './store.ts';
import type { SigningWallet } from './wallets.ts';

/** The signing account of a wallet that granted this page access. */
export interface Connection {
  readonly wallet: SigningWallet;
  readonly account: WalletAccount;
}

const store = createStore<Connection | undefined>(undefined);
let stopListening: (() => void) | undefined;

export const currentConnection = store.get;
export const useConnection = store.use;

/** Asks a wallet for an account, and follows later changes by its owner. @throws Failure if it provides none */
export async function connect(wallet: SigningWallet): Promise<Connection> {
  const accounts = await agreed(wallet);
  const account = signing(accounts);
  if (account === undefined) {
    throw new Failure({ kind: 'unsigned', detail: `${wallet.name} has no account that can sign messages.` });
  }
  disconnect();
  const made = { wallet, account };
  follow(wallet);
  store.set(made);
  return made;
}

/** Forgets the wallet; only the wallet can revoke this page's access. */
export function disconnect(): void {
  stopListening?.();
  stopListening = undefined;
  store.set(undefined);
}

async function agreed(wallet: SigningWallet): Promise<readonly WalletAccount[]> {
  try {
    return (await wallet.features['standard:connect'].connect()).accounts;
  } catch (error) {
    const detail = `${wallet.name} was not connected: ${reasonOf(error)}`;
    throw new Failure({ kind: 'unsigned', detail }, error);
  }
}

function signing(accounts: readonly WalletAccount[]): WalletAccount | undefined {
  return accounts.find(({ features }) => features.includes('solana:signMessage'));
}

function follow(wallet: SigningWallet): void {
  stopListening = wallet.features['standard:events']?.on('change', ({ accounts }) => {
    const connection = store.get();
    if (accounts === undefined || connection?.wallet !== wallet) return;
    const account = signing(accounts);
    if (account === undefined) disconnect();
    else if (account.address !== connection.account.address) store.set({ wallet, account });
  });
}

/** A wallet's reason for a refusal; wallets throw anything. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message.trim() : '';
  if (text === '') return 'it gave no reason.';
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
