import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWalletControl } from '../../../data/owner/control.ts';
import type { DecodedInstruction, Intent } from '../../../data/owner/intent-shapes.ts';
import { launchOf } from '../../../model/intents.ts';
import { KEY } from '../../../model/keys.ts';
import { hasUnknownPrograms, type Payment, paymentsOf } from '../../../model/payments.ts';
import { Amount, Badge, KeyText } from '../../../parts/values.tsx';

export interface ForWhomProps {
  readonly intent: Intent;
  /** Instructions of the transaction that would be signed, if built: only they determine the recipients. */
  readonly instructions: readonly DecodedInstruction[] | undefined;
}

/** The recipients: wallets that the transaction pays, next to the agent's names for them. */
export function ForWhom({ intent, instructions }: ForWhomProps): ReactNode {
  const { action, arguments: given } = intent;
  const launchId = launchOf(intent);
  if (launchId !== undefined) {
    const link = (
      <Link to="/launches/$launchId" params={{ launchId }} search={{ wallet: intent.owner }}>
        launch {launchId}
      </Link>
    );
    return action === 'pledge_to_ilo' ? <>the escrow of {link}</> : <>your own wallet, from {link}</>;
  }
  const names = namesIn(given);
  const payments = instructions && paymentsOf(instructions, intent);
  if (payments !== undefined && payments.length > 0 && !hasUnknownPrograms(instructions ?? [])) {
    return <Payments payments={payments} names={names} />;
  }
  return names.length === 0 ? <>see what the agent asked for</> : <AsNamed names={names} />;
}

function Payments({ payments, names }: { readonly payments: readonly Payment[]; readonly names: string[] }) {
  const registered = useWalletControl().data?.counterparties ?? [];
  return (
    <ul className="recipients">
      {payments.map(({ to, isWallet, amount, decimals }, index) => {
        const name = names.length === payments.length ? names[index] : undefined;
        const other = registered.some(({ label, address }) => label === name && address !== to);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a payment is its place in the transaction.
          <li key={index}>
            {payments.length > 1 && (
              <>
                <Amount base={amount} decimals={decimals} /> to{' '}
              </>
            )}
            {!isWallet && 'the token account '}
            <KeyText
              value={to}
              what={isWallet ? 'the wallet that is paid' : 'the account that is paid'}
              whole
            />
            {name !== undefined && name !== to && (
              <span className="row small">
                <span className="quiet">the agent calls it “{name}”</span>
                {other && <Badge tone="warn">your label is another wallet’s</Badge>}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Before a transaction is built, or if none will be. */
function AsNamed({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className="recipients">
      {[...new Set(names)].map((name) => (
        <li key={name}>
          {KEY.test(name) ? (
            <KeyText value={name} what="the recipient" whole />
          ) : (
            <>
              “{name}” <span className="small quiet">as the agent calls it</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** In the order in which they are paid. */
function namesIn({ wallet, recipient, recipients }: Intent['arguments']): string[] {
  const many = Array.isArray(recipients)
    ? recipients.map((one) => (one as { recipient?: unknown }).recipient)
    : [];
  return [wallet, recipient, ...many].filter((name): name is string => typeof name === 'string');
}
