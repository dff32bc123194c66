import type { Failure } from '../../../data/failure.ts';
import { formatCount } from '../../../model/numbers.ts';
import { Copyable } from '../../../parts/copy-button.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { Notice } from '../../../parts/notice.tsx';

export interface RefusalProps {
  readonly failure: Failure;
}

interface Words {
  readonly title: string;
  readonly remedy: string;
}

const BY_CODE: Readonly<Record<string, Words>> = {
  blockhash_expired: {
    title: 'The transaction was too old',
    remedy: 'The chain accepts one for about a minute. Build a new one, check it, and sign that.',
  },
  simulation_failed: {
    title: 'The chain would not execute it',
    remedy: 'It was not sent. Build it again once the cause has changed, or reject it.',
  },
  transaction_tampered: {
    title: 'The transaction was changed',
    remedy:
      'Your wallet changed the transaction, or signed with another key. Build a new one, or use another wallet.',
  },
  intent_stands: {
    title: 'Someone else decided first',
    remedy: 'It was decided in another window, or it expired. This page shows its current status.',
  },
};

/** Why it was not sent, and what helps. */
export function Refusal({ failure }: RefusalProps) {
  const { code, status, message, logs } = failure;
  const words = BY_CODE[code ?? ''] ?? (status === 409 || status === 400 ? OTHER : undefined);
  if (words === undefined) {
    return (
      <FailureNotice failure={failure}>
        {failure.kind !== 'unsigned' && (
          <p className="small">You can safely send again: it lands once, or not at all.</p>
        )}
      </FailureNotice>
    );
  }
  return (
    <Notice tone="bad" title={words.title} urgent>
      <p>{message}</p>
      <Logs lines={logs ?? []} />
      <p className="small">{words.remedy}</p>
    </Notice>
  );
}

const OTHER: Words = {
  title: 'It was not accepted',
  remedy: 'Nothing was sent. Build a new transaction, or reject it.',
};

/** The program logs of a simulation, collapsed. */
export function Logs({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>Program logs, {formatCount(lines.length, 'line')}</summary>
      <Copyable text={lines.join('\n')} what="the lines" />
    </details>
  );
}
