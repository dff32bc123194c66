import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { makeIntent } from '../../data/owner/intents.ts';
import { useOwnerChanged } from '../../data/owner/list.ts';
import { useSession } from '../../data/session.ts';
import { useWalletPosition, type WalletPosition } from '../../data/wallet-position.ts';
import { tokenUnits } from '../../model/formats.ts';
import { offerOf, pledgeRoom } from '../../model/own-actions.ts';
import { readUnits } from '../../model/typed-amount.ts';
import { Button, useDoing } from '../../parts/actions.tsx';
import { TextField } from '../../parts/field.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import { SignIn } from '../../parts/sign-in.tsx';
import { Amount } from '../../parts/values.tsx';
import { useShown } from './shown.ts';

interface PanelProps {
  readonly onClose: () => void;
}

/** Pledges, claims or refunds with the reader's own wallet: the transaction is checked and signed on the page of its intent. */
export function OwnAction({ onClose }: PanelProps) {
  const { session } = useSession();
  const { launch } = useShown();
  const offer = offerOf(launch.status);
  return (
    <div className="stack">
      <h2>
        {offer?.verb ?? 'Nothing to do'}: launch {launch.launchId.toString()}
      </h2>
      {session === undefined ? (
        <>
          <SignIn offers="Pledge, claim and get refunds with your own wallet." />
          <div className="row">
            <Button onClick={onClose}>Close</Button>
          </div>
        </>
      ) : (
        <Request wallet={session.address} onClose={onClose} />
      )}
    </div>
  );
}

function Request({ wallet, onClose }: PanelProps & { readonly wallet: string }) {
  const { at, launch } = useShown();
  const { data } = useWalletPosition(at, wallet);
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const doing = useDoing();
  const changed = useOwnerChanged();
  const navigate = useNavigate();
  const offer = offerOf(launch.status);
  const pledges = offer?.action === 'pledge_to_ilo';
  const typed = readUnits(text, launch.pledgeMintDecimals ?? 0);
  const wrong = typed.wrong ?? (typed.base === 0n ? 'Enter more than zero.' : undefined);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setTried(true);
    if (offer === undefined || (pledges && wrong !== undefined)) return;
    doing.run(async () => {
      const { action } = offer;
      const made = await makeIntent({
        ...{ action, launchId: launch.launchId.toString(), amount: pledges ? typed.base : undefined },
      });
      await changed();
      onClose();
      await navigate({ to: '/intents/$intentId', params: { intentId: made.id } });
    });
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {pledges ? (
        <TextField
          label={`Amount${launch.pledgeMintDecimals === null ? ' in base units' : ''}`}
          hint={<Room pledged={data?.wallet?.pledged} />}
          error={tried ? wrong : undefined}
          inputMode="decimal"
          onText={setText}
        />
      ) : (
        <Due position={data?.wallet ?? undefined} />
      )}
      <p className="small quiet">
        Nothing moves yet. Launchlens builds and simulates the transaction, and your wallet signs exactly what
        the next page shows. Guardrails limit your agents, not you. The rules of the launch and the markets of
        your country apply to you too.
      </p>
      {doing.failure !== undefined && <FailureNotice failure={doing.failure} />}
      <div className="row">
        <Button look="main" submit disabled={doing.busy || offer === undefined}>
          Review and sign
        </Button>
        <Button disabled={doing.busy} onClick={onClose}>
          Cancel
        </Button>
        <Link to="/pair" onClick={onClose}>
          Let an agent do it
        </Link>
      </div>
    </form>
  );
}

/** How much a pledge can still be. */
function Room({ pledged = 0n }: { readonly pledged: bigint | undefined }): ReactNode {
  const { launch } = useShown();
  const room = pledgeRoom(launch, pledged);
  const { pledgeMintDecimals: decimals, pledgeMintSymbol: symbol } = launch;
  if (room === undefined) return symbol ?? 'The launch has no maximum.';
  return `At most ${tokenUnits(room, decimals ?? 0)}${symbol === null ? '' : ` ${symbol}`} more from this wallet`;
}

/** What a claim or a refund pays, as of the slot shown. */
function Due({ position }: { readonly position: WalletPosition | undefined }): ReactNode {
  const { launch } = useShown();
  if (position === undefined) return <p className="quiet">Looking up your pledge…</p>;
  const { allocation, refund } = position;
  const due = refund === null ? (allocation?.claimable ?? 0n) : refund.refunded ? 0n : refund.amount;
  if (due === 0n) return <p>This wallet has nothing to claim or refund from this launch now.</p>;
  const decimals = refund === null ? launch.launchMintDecimals : launch.pledgeMintDecimals;
  return (
    <p>
      You receive{' '}
      <strong>
        <Amount base={due} decimals={decimals} />
      </strong>{' '}
      {refund === null ? 'unlocked tokens' : (launch.pledgeMintSymbol ?? 'of your pledge')}.
    </p>
  );
}
