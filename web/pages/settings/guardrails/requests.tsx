import { type OwnerRequest, useOwnerRequests, type WalletControl } from '../../../data/owner/control.ts';
import { wordsOf } from '../../../model/intents.ts';
import { calendar, seconds } from '../../../model/times.ts';
import { Badge, type Tone } from '../../../parts/badge.tsx';
import { Card } from '../../../parts/card.tsx';
import { NumbersTable } from '../../../parts/numbers-table.tsx';
import { Rows } from '../../../parts/owner-rows.tsx';
import { Waiting } from './request.tsx';

const TONES: Readonly<Record<OwnerRequest['status'], Tone>> = {
  pending: 'info',
  approved: 'good',
  rejected: 'plain',
  expired: 'plain',
};

export interface RequestsProps {
  readonly control: WalletControl;
  /** The one that was made just now. */
  readonly next: string | undefined;
}

/** Requests that wait for the owner's signature, and the outcome of the others. */
export function Requests({ control, next }: RequestsProps) {
  const requests = useOwnerRequests();
  return (
    <Card title="Requests for your signature" note="Changes that would let agents do more wait here">
      <Rows from={requests} none="Nothing waits for you.">
        {(rows) => {
          const waiting = rows.filter(({ status }) => status === 'pending');
          const decided = rows.filter(({ status }) => status !== 'pending');
          return (
            <>
              {waiting.length === 0 && (
                <p className="quiet">
                  {requests.older === undefined
                    ? 'Nothing waits for you.'
                    : 'None of the newest ones is waiting for you.'}
                </p>
              )}
              {waiting.map((request) => (
                <Waiting key={request.id} {...{ request, control }} isNext={request.id === next} />
              ))}
              {decided.length > 0 && <Decided rows={decided} />}
            </>
          );
        }}
      </Rows>
    </Card>
  );
}

function Decided({ rows }: { readonly rows: readonly OwnerRequest[] }) {
  return (
    <details>
      <summary className="small quiet">Decided and expired</summary>
      <NumbersTable
        caption="Decided and expired requests"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { name: 'What', cell: ({ kind }) => wordsOf(kind) },
          { name: 'Outcome', cell: ({ status }) => <Badge tone={TONES[status]}>{wordsOf(status)}</Badge> },
          { name: 'Asked', cell: ({ created_at }) => calendar(seconds(created_at)) },
          { name: 'By', cell: ({ credential_id }) => (credential_id === null ? 'you' : 'an agent') },
        ]}
      />
    </details>
  );
}
