import { Link, useNavigate } from '@tanstack/react-router';
import { useSession } from '../../data/session.ts';
import { keyIn, shortKey } from '../../model/keys.ts';
import { Card } from '../../parts/card.tsx';
import { LookUpForm } from '../../parts/field.tsx';
import { Page } from '../../parts/page.tsx';

/** Finds a wallet, and leads a signed-in owner to their own. */
export function WalletsPage() {
  const navigate = useNavigate();
  const { session } = useSession();
  const show = (wallet: string): void => void navigate({ to: '/wallets/$wallet', params: { wallet } });
  return (
    <Page title="Wallet">
      <h1>Wallet</h1>
      <Card title="Look up a wallet" note="Pledges, claims and refunds in all launches">
        <LookUpForm
          label="Wallet address"
          given={undefined}
          read={keyIn}
          wrong="This is not a wallet address: use 32 to 44 base58 characters."
          action="Look up"
          onFound={show}
          className="input mono"
          autoCapitalize="off"
          placeholder="Base58, 32 to 44 characters"
        />
        {session !== undefined && (
          <p>
            <Link to="/wallets/$wallet" params={{ wallet: session.address }}>
              View your wallet {shortKey(session.address)}
            </Link>
          </p>
        )}
      </Card>
    </Page>
  );
}
