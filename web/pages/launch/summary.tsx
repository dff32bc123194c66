import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { useSession } from '../../data/session.ts';
import { useTokenName } from '../../data/token-names.ts';
import { useWalletPosition } from '../../data/wallet-position.ts';
import { timeLeft } from '../../model/launch.ts';
import { offerOf } from '../../model/own-actions.ts';
import { Button } from '../../parts/actions.tsx';
import { LazyDialog } from '../../parts/lazy-dialog.tsx';
import { RaiseMeter } from '../../parts/raise-meter.tsx';
import { TokenText } from '../../parts/token.tsx';
import { Amount, PhaseBadge } from '../../parts/values.tsx';
import type { LaunchProps, TimedLaunchProps } from './shown.ts';
import { LaunchTabs } from './tabs.tsx';

interface SummaryProps extends TimedLaunchProps {
  /** Whether another slot is about to replace this one. */
  readonly refreshing: boolean;
  /** The switch of the history controls. */
  readonly history: ReactNode;
}

/** The launch at a glance, and its tabs. It stays in view. */
export function Summary({ at, launch, now, refreshing, history }: SummaryProps) {
  const id = useId();
  const left = timeLeft({ phase: launch.status, ...launch }, now);
  return (
    <section className="launch-summary" aria-labelledby={id} aria-busy={refreshing}>
      <div className="row row-between">
        <div className="title-row">
          <h1 id={id}>Launch {at.launchId}</h1>
          <PhaseBadge phase={launch.status} />
          <TokenText mint={launch.launchMint} token={useTokenName(launch.launchMint)} />
          {left !== undefined && <strong className="time-left">{left}</strong>}
        </div>
        <div className="row">
          {history}
          <PrimaryAction at={at} launch={launch} />
        </div>
      </div>
      <RaiseMeter launch={launch} />
      <MyPosition at={at} launch={launch} />
      <div className="summary-tabs">
        <LaunchTabs launchId={at.launchId} />
      </div>
    </section>
  );
}

const OWN_ACTION = {
  name: 'own-action',
  load: async () => (await import('./own-action.tsx')).OwnAction,
};

/** What a reader most likely does next. */
function PrimaryAction({ at: { launchId, slot }, launch: { status } }: LaunchProps) {
  const look = { className: 'button button-main', resetScroll: false } as const;
  if (slot !== undefined) {
    return (
      <Link {...look} to="." search={(before) => ({ ...before, slot: undefined })}>
        View live
      </Link>
    );
  }
  const offer = offerOf(status);
  if (offer !== undefined) return <OwnButton verb={offer.verb} />;
  return (
    <Link {...look} to="/launches/$launchId/proof" params={{ launchId }}>
      Verify
    </Link>
  );
}

function OwnButton({ verb }: { readonly verb: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="main" onClick={() => setOpen(true)}>
        {verb}
      </Button>
      <LazyDialog
        className="dialog"
        label={verb}
        panel={OWN_ACTION}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

/** The signed-in owner's pledge, and what it can claim or gets back. */
function MyPosition({ at, launch }: LaunchProps) {
  const { session } = useSession();
  const { data } = useWalletPosition(at, session?.address);
  const position = data?.wallet ?? null;
  if (session === undefined || data == null || position === null) return null;
  const { pledgedTs, pledged, allocation, refund } = position;
  if (pledgedTs === null) return <p className="small quiet">You have no pledge in this launch.</p>;
  const pledge = <Amount base={pledged} decimals={launch.pledgeMintDecimals} />;
  return (
    <p className="small">
      You pledged {pledge}
      {allocation?.claimable != null && (
        <>
          {' '}
          · claimable <Amount base={allocation.claimable} decimals={launch.launchMintDecimals} />
        </>
      )}
      {refund !== null && (refund.refunded ? ' · refund claimed' : ' · refund unclaimed')}
    </p>
  );
}
