import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { failureOf } from '../../../data/failure.ts';
import { useMintDecimals } from '../../../data/mints.ts';
import type { IntentDetail } from '../../../data/owner/intent-shapes.ts';
import { useIntent, useIntentTransaction } from '../../../data/owner/intents.ts';
import { useSession } from '../../../data/session.ts';
import { isOpen, launchOf, withToldDecimals } from '../../../model/intents.ts';
import { Card, Skeleton } from '../../../parts/card.tsx';
import { FailureNotice, Notice } from '../../../parts/notice.tsx';
import { OwnersOnly } from '../../../parts/owner-rows.tsx';
import { Page } from '../../../parts/page.tsx';
import type { IntentProps } from '../title.tsx';
import { Asked, Steps } from './asked.tsx';
import { Exchange } from './exchange.tsx';
import { HandOff } from './hand-off.tsx';
import { Head } from './head.tsx';
import { Moves } from './moves.tsx';
import { Outcome } from './outcome.tsx';
import { Sign, type SignProps } from './sign.tsx';
import { Transaction } from './transaction.tsx';

const route = getRouteApi('/intents/$intentId');

/** Exactly what an agent proposes, or the owner made; the owner signs or rejects it. */
export function IntentPage() {
  const { intentId } = route.useParams();
  const { session } = useSession();
  return (
    <Page title="Intent">
      <nav aria-label="Way back">
        <Link to="/intents">All intents</Link>
      </nav>
      {session === undefined && <Unseen />}
      <OwnersOnly offers="What your agent proposes to do with your wallet, and what you do with it yourself.">
        <Intent key={intentId} id={intentId} />
      </OwnersOnly>
    </Page>
  );
}

function Intent({ id }: { readonly id: string }) {
  const { data, error, isFetching, refetch } = useIntent(id);
  const failure = error === null || isFetching ? undefined : failureOf(error);
  if (data !== undefined) {
    return (
      <>
        {failure !== undefined && <FailureNotice failure={failure} onRetry={() => void refetch()} />}
        <Shown intent={data} />
      </>
    );
  }
  if (failure?.kind === 'not_found') return <NotYours />;
  if (failure !== undefined) {
    return (
      <>
        <Unseen />
        <FailureNotice failure={failure} onRetry={() => void refetch()} />
      </>
    );
  }
  return (
    <>
      <Unseen />
      <p className="visually-hidden" role="status">
        Loading the intent
      </p>
      <Skeleton height="9rem" />
      <div className="columns">
        <Skeleton height="20rem" />
        <Skeleton height="14rem" />
      </div>
    </>
  );
}

function Shown({ intent }: { readonly intent: IntentDetail }) {
  const signable = isOpen(intent.status) && intent.has_transaction;
  const made = useIntentTransaction(intent.id, signable);
  const launchId = launchOf(intent);
  const known = useMintDecimals(launchId === undefined ? [] : [launchId]);
  const decimals = withToldDecimals(known, intent, made.data?.instructions);
  return (
    <>
      <Head intent={intent} decimals={decimals} />
      <div className="intent-columns" data-open={isOpen(intent.status)}>
        <div className="intent-column">
          <Moves intent={intent} decimals={decimals} made={made.data} />
          <Exchange intent={intent} />
          {signable ? <Transaction made={made} intent={intent} /> : <Asked intent={intent} />}
        </div>
        <div className="intent-column">
          <Decision intent={intent} made={made} />
          <Steps steps={intent.steps} />
          {signable && <Asked intent={intent} />}
        </div>
      </div>
    </>
  );
}

/** The heading of the page before the intent is there to give it one. */
function Unseen() {
  return <h1 className="visually-hidden">Intent</h1>;
}

function NotYours() {
  return (
    <>
      <Unseen />
      <Notice tone="warn" title="Intent not found" urgent>
        <p>Check the address. You only see intents of the wallet that is signed in.</p>
        <div>
          <Link className="button" to="/intents">
            View your intents
          </Link>
        </div>
      </Notice>
    </>
  );
}

/** What the owner can do about an intent now, or its outcome. */
export function Decision({ intent, made }: IntentProps & Pick<SignProps, 'made'>) {
  const wasOpen = useRef(false);
  if (!isOpen(intent.status)) return <Outcome intent={intent} afterDecision={wasOpen.current} />;
  wasOpen.current = true;
  if (intent.hand_off !== null) return <HandOff intent={intent} place={intent.hand_off} />;
  return (
    <Card title="Decide">
      <Sign intent={intent} made={made} />
    </Card>
  );
}
