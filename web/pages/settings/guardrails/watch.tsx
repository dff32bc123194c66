import { watchWallet } from '../../../data/owner/control.ts';
import { useOwnerChanged } from '../../../data/owner/list.ts';
import { announce } from '../../../parts/announce.tsx';
import { NamedWalletForm } from './named-wallet-form.tsx';

/** Adds an address for agents to watch. */
export function Watch() {
  const changed = useOwnerChanged();
  return (
    <NamedWalletForm
      label="Watch a wallet"
      action="Watch"
      work={async (wallet) => {
        await watchWallet(wallet);
        announce(`“${wallet.label}” is watched.`);
        await changed();
      }}
    />
  );
}
