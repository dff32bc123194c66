import type { ReactNode } from 'react';
import { type Failure, type FailureKind, mayPass } from '../data/failure.ts';
import { grouped } from '../model/formats.ts';
import type { Tone } from '../model/launch.ts';
import { Button } from './actions.tsx';
import { useTeller } from './outages.ts';

export interface NoticeProps {
  readonly tone: Exclude<Tone, 'good'>;
  readonly title: string;
  readonly children?: ReactNode;
  /** Announced immediately, for notices that appear on their own. */
  readonly urgent?: boolean;
}

/** Something that a reader should know before reading on. */
export function Notice({ tone, title, children, urgent = false }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone} role={urgent ? 'alert' : undefined}>
      <p className="notice-title">{title}</p>
      {children}
    </div>
  );
}

export interface OutdatedProps {
  /** The slot of the last update. */
  readonly slot: bigint;
}

/** The content shown is outdated, because no newer answer arrives. */
export function Outdated({ slot }: OutdatedProps) {
  const tells = useTeller('outdated') !== undefined;
  if (!tells) return null;
  return (
    <Notice tone="warn" title="This page is not up to date" urgent>
      <p>Last update: slot {grouped(slot)}. Reconnecting…</p>
    </Notice>
  );
}

interface Words {
  readonly title: string;
  readonly remedy: string;
  /** Temporary failures: who retries is said after the remedy. */
  readonly waits?: true;
}

const WORDS: Readonly<Record<FailureKind, Words>> = {
  unreachable: {
    title: 'Launchlens cannot be reached',
    remedy: 'Check that this machine is online and that Launchlens is running.',
    waits: true,
  },
  slow: { title: 'The answer took too long', remedy: 'Launchlens may be busy.', waits: true },
  not_ready: {
    title: 'The index is not ready',
    remedy: 'It is loading, or its store is unreachable.',
    waits: true,
  },
  node_silent: {
    title: 'The node cannot be reached',
    remedy: 'Indexed data stays available; only the chain itself cannot be reached.',
    waits: true,
  },
  limited: {
    title: 'Too many requests',
    remedy: 'Wait a few seconds. This address sends more requests than allowed.',
  },
  not_found: { title: 'Not found', remedy: 'Check the address, or start from the launches.' },
  gone: {
    title: 'The index cannot answer for this slot',
    remedy: 'Choose another slot.',
  },
  ahead: { title: 'This slot does not exist yet', remedy: 'Choose an earlier slot, or go back to now.' },
  signed_out: { title: 'You are not signed in', remedy: 'Sign in with your wallet, and try again.' },
  sign_in_too_old: { title: 'This needs a recent sign-in', remedy: 'Sign in again, and try again.' },
  forbidden: { title: 'Access denied', remedy: 'Sign in with the wallet that it belongs to.' },
  unsigned: {
    title: 'Your wallet did not sign',
    remedy: 'Nothing was changed. Try again, and confirm in the wallet.',
  },
  refused: { title: 'The request was refused', remedy: 'Correct what the message names.' },
  fault: {
    title: 'Something failed',
    remedy: 'Reload the page. If that does not help, tell the operator of Launchlens.',
  },
  malformed: {
    title: 'This page and Launchlens have different versions',
    remedy: 'Reload the page.',
  },
};

/** Permanent results, however often they are requested: nothing is broken. */
const SETTLED: ReadonlySet<FailureKind> = new Set(['gone', 'ahead', 'not_found']);

const TRIES_AGAIN = 'This page retries automatically.';
const TRY_AGAIN = 'Try again.';
/** After an action, the reader must know that it is not retried automatically. */
const LOOK_FIRST = 'It may not have been done. Check, then try again.';

interface FailureNoticeProps {
  readonly failure: Failure;
  /** Repeats the request of a read; absent after an action. */
  readonly onRetry?: (() => void) | undefined;
  /** Whether it is retried automatically. */
  readonly retries?: boolean;
  /** Additional help for this case. */
  readonly children?: ReactNode;
}

/** What went wrong, and what helps. An outage in which several reads fail is told once. */
export function FailureNotice({
  failure,
  onRetry,
  retries = onRetry !== undefined,
  children,
}: FailureNoticeProps) {
  const { title, remedy, waits } = WORDS[failure.kind];
  const isOutage = onRetry !== undefined && mayPass(failure);
  const retryAll = useTeller(isOutage ? failure.kind : undefined, onRetry);
  if (retryAll === undefined) return <p className="quiet">Not available now.</p>;
  const next = retries ? TRIES_AGAIN : onRetry ? TRY_AGAIN : LOOK_FIRST;
  return (
    <Notice tone={mayPass(failure) || SETTLED.has(failure.kind) ? 'warn' : 'bad'} title={title} urgent>
      {failure.message !== `${title}.` && <p>{failure.message}</p>}
      <p className="small">{waits ? `${remedy} ${next}` : remedy}</p>
      {children}
      {onRetry && !SETTLED.has(failure.kind) && (
        <div>
          <Button onClick={retryAll}>Try again</Button>
        </div>
      )}
    </Notice>
  );
}
