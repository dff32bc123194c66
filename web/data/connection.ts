import type {
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import type { StandardConnectFeature, StandardEventsFeature } from '@wallet-standard/features';
import { useSyncExternalStore } from 'react';
import { Failure } from './failure.ts';
import { createStore } from './store.ts';

/** The required features of a wallet; only executing an intent also needs it to sign transactions. */
type Features = StandardConnectFeature &
  SolanaSignMessageFeature &
  Partial<StandardEventsFeature & SolanaSignTransactionFeature>;

/** A wallet of the Wallet Standard that connects and signs messages of Solana accounts. */
export type SigningWallet = Wallet & { readonly features: Features };

function signs(wallet: Wallet): wallet is SigningWallet {
  return 'standard:connect' in wallet.features && 'solana:signMessage' in wallet.features;
}

/** Whether it signs transactions of the version that Launchlens creates. */
export function signsTransactions({ features }: SigningWallet): boolean {
  return features['solana:signTransaction']?.supportedTransactionVersions.includes(0) === true;
}

const registered = getWallets();
let usable: readonly SigningWallet[] = registered.get().filter(signs);

function subscribe(listener: () => void): () => void {
  const changed = (): void => {
    usable = registered.get().filter(signs);
    listener();
  };
  // A wallet may have registered between the first check and now.
  changed();
  const offs = [registered.on('register', changed), registered.on('unregister', changed)];
  return () => {
    for (const off of offs) off();
  };
}

/** The usable wallets of this browser. */
export function useWallets(): readonly SigningWallet[] {
  return useSyncExternalStore(subscribe, () => usable);
}

/** A wallet by name, even if nothing on the page shows it. */
export function walletNamed(name: string): SigningWallet | undefined {
  return registered
    .get()
    .filter(signs)
    .find((wallet) => wallet.name === name);
}

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
  return keep({ wallet, account });
}

function keep(connection: Connection): Connection {
  disconnect();
  follow(connection.wallet);
  store.set(connection);
  return connection;
}

/** Connects an account again that a wallet gave this page access to, without asking its owner. */
export async function reconnect(wallet: SigningWallet, address: string): Promise<void> {
  const accounts = await grantedBefore(wallet);
  const account = accounts.find((one) => one.address === address && signsMessages(one));
  if (account !== undefined && store.get() === undefined) keep({ wallet, account });
}

async function grantedBefore(wallet: SigningWallet): Promise<readonly WalletAccount[]> {
  try {
    return (await wallet.features['standard:connect'].connect({ silent: true })).accounts;
  } catch {
    // A wallet that is locked or has to ask declines; its owner connects it when it has to sign.
    return [];
  }
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
  return accounts.find(signsMessages);
}

const signsMessages = ({ features }: WalletAccount): boolean => features.includes('solana:signMessage');

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
