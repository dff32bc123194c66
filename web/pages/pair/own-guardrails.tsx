import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf } from '../../data/failure.ts';
import { applyGuardrails, useWalletControl, type WalletControl } from '../../data/owner/control.ts';
import { useOwnerChanged } from '../../data/owner/list.ts';
import { useSession } from '../../data/session.ts';
import { MODES } from '../../model/guardrails/modes.ts';
import { isUnlimited, safeStart } from '../../model/guardrails/safe-start.ts';
import { announce, Button, useDoing } from '../../parts/actions.tsx';
import { Skeleton } from '../../parts/card.tsx';
import { LimitsTable } from '../../parts/limits-table.tsx';
import { FailureNotice, Notice } from '../../parts/notice.tsx';
import { SignInStep } from '../../parts/sign-in.tsx';
import { KeyText } from '../../parts/values.tsx';

/** What the owner lets agents do now, next to what this one asks for. */
export function OwnGuardrails() {
  const { session } = useSession();
  return (
    <section className="stack" aria-labelledby="own-guardrails">
      <h3 id="own-guardrails">Your current mode and limits</h3>
      {session === undefined ? <SignedOut /> : <Current owner={session.address} />}
    </section>
  );
}

function SignedOut() {
  const connection = useConnection();
  const [wants, setWants] = useState(false);
  if (connection === undefined) return <p className="quiet">Connect your wallet and sign in to see them.</p>;
  if (wants) return <SignInStep />;
  return (
    <div>
      <Button onClick={() => setWants(true)}>Sign in to see them</Button>
    </div>
  );
}

function Current({ owner }: { readonly owner: string }) {
  const { data, error, refetch } = useWalletControl();
  if (data === undefined && error !== null) {
    return <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />;
  }
  if (data === undefined) return <Skeleton height="5rem" />;
  const { label, meaning } = MODES[data.permission_mode];
  return (
    <>
      <p>
        <strong>{label}.</strong> {meaning}
      </p>
      {isUnlimited(data) ? <NoLimits control={data} /> : <LimitsTable limits={data.limits} />}
      <p className="small quiet">
        Of <KeyText value={owner} what="your wallet" />. <Link to="/guardrails">View all guardrails</Link>
      </p>
    </>
  );
}

/** Tells an owner without limits what that means, and offers to start with safe ones. */
function NoLimits({ control }: { readonly control: WalletControl }) {
  const changed = useOwnerChanged();
  const { busy, failure, run } = useDoing();
  const apply = (): void =>
    run(async () => {
      await applyGuardrails(safeStart(control));
      await changed();
      announce('The limits apply from now on.');
    });
  return (
    <Notice tone="warn" title="You have no limits">
      <p>Agents may propose to move any amount of any token. Start with safe limits:</p>
      <ul className="plain-list">
        <li>you approve each intent;</li>
        <li>at most 0.1 SOL for one intent, and 0.5 SOL in 24 hours;</li>
        <li>no other token, until you allow it in your guardrails.</li>
      </ul>
      <div>
        <Button disabled={busy} onClick={apply}>
          Apply safe limits
        </Button>
      </div>
      {failure !== undefined && <FailureNotice failure={failure} />}
    </Notice>
  );
}
