import { useEffect, useRef } from 'react';
import { useKnownMints } from '../../data/mints.ts';
import {
  approveRequest,
  type OwnerRequest,
  rejectRequest,
  useOwnerRequests,
  type WalletControl,
} from '../../data/owner/control.ts';
import { useOwnerChanged } from '../../data/owner/list.ts';
import { calendar, relative, seconds } from '../../model/formats.ts';
import { requestChanges } from '../../model/guardrails/request-changes.ts';
import { wordsOf } from '../../model/intents.ts';
import type { Tone } from '../../model/launch.ts';
import { announce, Button, useClock, useDoing } from '../../parts/actions.tsx';
import { Card, Changes, NumbersTable } from '../../parts/card.tsx';
import { SignedText } from '../../parts/copy-button.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import { Rows } from '../../parts/owner-rows.tsx';
import { Badge } from '../../parts/values.tsx';

interface WaitingProps {
  readonly request: OwnerRequest;
  readonly control: WalletControl;
  /** It was just made, and takes the focus. */
  readonly isNext: boolean;
}

/** An open request: what it changes, what exactly is signed, and the decision. */
function Waiting({ request, control, isNext }: WaitingProps) {
  const changed = useOwnerChanged();
  const now = useClock(30_000);
  const { busy, failure, run } = useDoing();
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isNext) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'center' });
  }, [isNext]);
  const decide = (work: (request: OwnerRequest) => Promise<void>, said: string): void =>
    run(async () => {
      try {
        await work(request);
      } catch (error) {
        // If it was decided elsewhere or has expired, this view is outdated.
        void changed();
        throw error;
      }
      announce(said);
      await changed();
    });
  const ends = seconds(request.expires_at);
  return (
    <article className="request" tabIndex={-1} ref={place} aria-label={wordsOf(request.kind)}>
      <div className="row row-between">
        <strong>{wordsOf(request.kind)}</strong>
        <span className="small quiet" title={calendar(ends)}>
          {request.credential_id === null ? 'Requested by you' : 'Requested by an agent'}, ends{' '}
          {relative(ends, now)}
        </span>
      </div>
      <WhatChanges request={request} control={control} />
      <SignedText text={request.message} open />
      <div className="row">
        <Button
          look="main"
          disabled={busy}
          onClick={() => decide(approveRequest, 'Signed. It applies from now on.')}
        >
          Sign
        </Button>
        <Button disabled={busy} onClick={() => decide(rejectRequest, 'Rejected.')}>
          Reject
        </Button>
        {busy && (
          <span className="small quiet" role="status">
            Confirm in your wallet.
          </span>
        )}
      </div>
      {failure !== undefined && <FailureNotice failure={failure} />}
    </article>
  );
}

function WhatChanges({ request, control }: Pick<WaitingProps, 'request' | 'control'>) {
  const known = useKnownMints();
  const decimals = new Map([...known].map(([mint, each]) => [mint, each.decimals]));
  const changes = requestChanges(request, control, decimals);
  if (changes === undefined) return null;
  if (changes.length === 0) return <p className="quiet">It changes nothing.</p>;
  return <Changes changes={changes} />;
}

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
                    : 'None of the newest requests waits for you.'}
                </p>
              )}
              {waiting.map((request) => (
                <Waiting key={request.id} request={request} control={control} isNext={request.id === next} />
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
          { name: 'Requested', minor: true, cell: ({ created_at }) => calendar(seconds(created_at)) },
          {
            name: 'By',
            minor: true,
            cell: ({ credential_id }) => (credential_id === null ? 'you' : 'an agent'),
          },
        ]}
      />
    </details>
  );
}
