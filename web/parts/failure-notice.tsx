import type { ReactNode } from 'react';
import { type Failure, type FailureKind, mayPass } from '../data/failure.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

interface Words {
  readonly title: string;
  readonly remedy: string;
  /** Temporary failures: who retries is said after the remedy. */
  readonly waits?: true;
}

const WORDS: Readonly<Record<FailureKind, Words>> = {
  unreachable: {
    title: 'Launchlens cannot be reached',
    remedy: 'Look whether this machine is online and whether Launchlens still runs.',
    waits: true,
  },
  slow: { title: 'The answer took too long', remedy: 'Launchlens may be busy.', waits: true },
  not_ready: {
    title: 'The index is not ready',
    remedy: 'It is loading, or its store cannot be reached.',
    waits: true,
  },
  node_silent: {
    title: 'The node cannot be asked',
    remedy: 'What the index holds is answered all the while; only the chain itself is out of reach.',
    waits: true,
  },
  limited: {
    title: 'Too many questions',
    remedy: 'Wait a few seconds; this address asked more often than is allowed.',
  },
  not_found: { title: 'There is no such thing', remedy: 'Look at the address, or start from the launches.' },
  gone: {
    title: 'The index cannot answer for this slot',
    remedy: 'Choose another slot; what is not known is not guessed.',
  },
  ahead: { title: 'This slot is still to come', remedy: 'Choose an earlier slot, or go back to now.' },
  signed_out: { title: 'You are not signed in', remedy: 'Sign in with your wallet, and try again.' },
  sign_in_too_old: { title: 'This needs a recent sign-in', remedy: 'Sign in again, and try again.' },
  forbidden: { title: 'This is not yours to see', remedy: 'Sign in with the wallet that it belongs to.' },
  unsigned: {
    title: 'Your wallet did not sign',
    remedy: 'Nothing was changed. Try again, and confirm in the wallet.',
  },
  refused: { title: 'The question was refused', remedy: 'Correct what the sentence above names.' },
  fault: { title: 'Something failed', remedy: 'Reload the page. If it stays, tell whoever runs Launchlens.' },
  malformed: {
    title: 'This page and Launchlens do not fit together',
    remedy: 'Reload the page, so that both are of one version.',
  },
};

/** Permanent results, however often they are requested: nothing is broken. */
const SETTLED: ReadonlySet<FailureKind> = new Set(['gone', 'ahead', 'not_found']);

const TRIES_AGAIN = 'This page tries again by itself.';
const TRY_AGAIN = 'Try again.';
/** After an action, the reader must know that it is not retried automatically. */
const LOOK_FIRST = 'It may not have been done: look, and try again.';

export interface FailureNoticeProps {
  readonly failure: Failure;
  /** Repeats the request of a read; absent after an action. */
  readonly onRetry?: (() => void) | undefined;
  /** Whether it is retried automatically. */
  readonly retries?: boolean;
  /** Additional help for this case. */
  readonly children?: ReactNode;
}

/** What went wrong, and what helps. */
export function FailureNotice({
  failure,
  onRetry,
  retries = onRetry !== undefined,
  children,
}: FailureNoticeProps) {
  const { title, remedy, waits } = WORDS[failure.kind];
  const next = retries ? TRIES_AGAIN : onRetry ? TRY_AGAIN : LOOK_FIRST;
  return (
    <Notice tone={mayPass(failure) || SETTLED.has(failure.kind) ? 'warn' : 'bad'} title={title} urgent>
      {failure.message !== `${title}.` && <p>{failure.message}</p>}
      <p className="small">{waits ? `${remedy} ${next}` : remedy}</p>
      {children}
      {onRetry && !SETTLED.has(failure.kind) && (
        <div>
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
    </Notice>
  );
}
