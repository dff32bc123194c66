import type { UseQueryResult } from '@tanstack/react-query';
import { type Failure, failureOf } from '../../../data/failure.ts';
import type { Intent, MadeTransaction } from '../../../data/owner/intent-shapes.ts';
import { formatCount, grouped } from '../../../model/numbers.ts';
import { Button } from '../../../parts/button.tsx';
import { Card } from '../../../parts/card.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { FailureNotice } from '../../../parts/failure-notice.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { Skeleton } from '../../../parts/skeleton.tsx';
import { InstructionView } from './instruction.tsx';
import { Logs } from './refusal.tsx';

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
