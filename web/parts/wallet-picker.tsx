import { connect, disconnect, type SigningWallet, useConnection, useWallets } from '../data/connection.ts';
import { announce, Button, useDoing } from './actions.tsx';
import { FailureNotice, Notice } from './notice.tsx';
import { KeyText } from './values.tsx';

/** Chooses the wallet that signs; says what to do if there is none. */
export function WalletPicker() {
  const wallets = useWallets();
  const connection = useConnection();
  const { busy, failure, run } = useDoing();
  if (connection !== undefined) return <Connected />;
  if (wallets.length === 0) return <NoWallet />;
  const choose = (wallet: SigningWallet): void =>
    run(async () => {
      await connect(wallet);
      announce(`Connected ${wallet.name}.`);
    });
  return (
    <div className="stack">
      <ul className="wallets">
        {wallets.map((wallet) => (
          <li key={wallet.name}>
            <button
              type="button"
              className="button wallet-choice"
              disabled={busy}
              onClick={() => choose(wallet)}
            >
              <img src={wallet.icon} alt="" width="24" height="24" />
              {wallet.name}
            </button>
          </li>
        ))}
      </ul>
      {busy && (
        <p className="small quiet" role="status">
          Your wallet asks whether to connect.
        </p>
      )}
      {failure !== undefined && <FailureNotice failure={failure} />}
    </div>
  );
}

function Connected() {
  const connection = useConnection();
  if (connection === undefined) return null;
  const { wallet, account } = connection;
  return (
    <div className="row row-between wallet-connected">
      <span className="row">
        <img src={wallet.icon} alt="" width="24" height="24" />
        <strong>{wallet.name}</strong>
        <KeyText value={account.address} what="the wallet" />
      </span>
      <Button look="plain" onClick={disconnect}>
        Use another wallet
      </Button>
    </div>
  );
}

function NoWallet() {
  return (
    <Notice tone="info" title="No wallet was found in this browser">
      <p>
        You sign with a Solana wallet that signs messages, as an extension of this browser. Install one, such
        as Phantom, Solflare or Backpack, unlock it, and this page finds it. On a phone, open this page in the
        browser inside the wallet’s app.
      </p>
    </Notice>
  );
}
