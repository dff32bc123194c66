import type { UseQueryResult } from '@tanstack/react-query';
import { type Failure, failureOf } from '../../../data/failure.ts';
import type { Intent, MadeTransaction } from '../../../data/owner/intent-shapes.ts';
import { formatCount, grouped } from '../../../model/formats.ts';
import { Button } from '../../../parts/actions.tsx';
import { Card, Skeleton } from '../../../parts/card.tsx';
import { Copyable, CopyButton } from '../../../parts/copy-button.tsx';
import { FailureNotice, Notice } from '../../../parts/notice.tsx';
import { InstructionView } from './instruction.tsx';

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
  const problem = BY_CODE[code ?? ''] ?? (status === 409 || status === 400 ? OTHER : undefined);
  if (problem === undefined) {
    return (
      <FailureNotice failure={failure}>
        {failure.kind !== 'unsigned' && (
          <p className="small">You can safely send again: it lands once, or not at all.</p>
        )}
      </FailureNotice>
    );
  }
  return (
    <Notice tone="bad" title={problem.title} urgent>
      <p>{message}</p>
      <Logs lines={logs ?? []} />
      <p className="small">{problem.remedy}</p>
    </Notice>
  );
}

const OTHER: Words = {
  title: 'It was not accepted',
  remedy: 'Nothing was sent. Build a new transaction, or reject it.',
};

/** The program logs of a simulation, collapsed. */
function Logs({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>Program logs, {formatCount(lines.length, 'line')}</summary>
      <Copyable text={lines.join('\n')} what="the lines" />
    </details>
  );
}

export interface TransactionProps {
  readonly made: UseQueryResult<MadeTransaction>;
  readonly intent: Intent;
}

/** Exactly what would be signed, decoded, and the node's simulation. */
export function Transaction({ made: { data, error, isFetching, refetch }, intent }: TransactionProps) {
  const again = () => void refetch();
  return (
    <Card title="Transaction to sign" note="Built now, for this page">
      {error !== null && !isFetching && <CannotBeMade failure={failureOf(error)} onRetry={again} />}
      {data === undefined && isFetching && (
        <>
          <p className="visually-hidden" role="status">
            Building the transaction
          </p>
          <Skeleton height="3.5rem" />
          <Skeleton height="9rem" />
        </>
      )}
      {data !== undefined && error === null && <Made transaction={data} intent={intent} />}
    </Card>
  );
}

function Made({ transaction, intent }: { readonly transaction: MadeTransaction; readonly intent: Intent }) {
  const { instructions, simulation, logs, message_digest: digest } = transaction;
  const units = simulation.units_consumed;
  return (
    <>
      <div className="trial" data-tone={simulation.ok ? 'good' : 'bad'}>
        <p>
          <strong>{simulation.ok ? 'Simulated: it would succeed' : 'Simulated: it would fail'}</strong>
        </p>
        <p className="small quiet">
          {simulation.error ?? `At slot ${grouped(simulation.slot)}`}
          {units !== null && `, with ${formatCount(units, 'compute unit')}`}
        </p>
        <Logs lines={logs} />
      </div>
      <ol className="instructions">
        {instructions.map((instruction, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an instruction is its place in the transaction.
          <InstructionView key={index} instruction={instruction} intent={intent} />
        ))}
      </ol>
      <p className="small quiet digest">
        SHA-256 of the message that is signed: <code>{digest}</code>
        <CopyButton text={digest} what="the digest" />
      </p>
    </>
  );
}

function CannotBeMade({ failure, onRetry }: { readonly failure: Failure; readonly onRetry: () => void }) {
  if (failure.status !== 409 && failure.status !== 400)
    return <FailureNotice failure={failure} onRetry={onRetry} retries={false} />;
  return (
    <Notice tone="bad" title="No transaction can be built for it now" urgent>
      <p>{failure.message}</p>
      <Logs lines={failure.logs ?? []} />
      <p className="small">Nothing was signed or sent. Try again once the cause has changed, or reject it.</p>
      <div>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </Notice>
  );
}
