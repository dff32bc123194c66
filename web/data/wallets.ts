import type {
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { Wallet } from '@wallet-standard/base';
import type { StandardConnectFeature, StandardEventsFeature } from '@wallet-standard/features';
import { useSyncExternalStore } from 'react';

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
