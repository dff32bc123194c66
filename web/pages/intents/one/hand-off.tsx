import { useState } from 'react';
import { approveIntent, rejectIntent } from '../../../data/owner/intents.ts';
import { useOwnerChanged } from '../../../data/owner/list.ts';
import { safePlace } from '../../../model/intents.ts';
import { announce, Button, useDoing } from '../../../parts/actions.tsx';
import { Card } from '../../../parts/card.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { Copyable } from '../../../parts/copy-button.tsx';
import { TextField } from '../../../parts/field.tsx';
import { OutsideIcon } from '../../../parts/icons.tsx';
import { FailureNotice, Notice } from '../../../parts/notice.tsx';
import type { IntentProps } from '../title.tsx';

const LONGEST_REASON = 200;

/** Rejects an intent after the owner has confirmed. */
export function Reject({ intent, disabled = false }: IntentProps & { readonly disabled?: boolean }) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button look="danger" disabled={disabled} onClick={() => setAsks(true)}>
        Reject
      </Button>
      {asks && <Asks intent={intent} onClose={() => setAsks(false)} />}
    </>
  );
}

function Asks({ intent: { id, credential_id }, onClose }: IntentProps & { readonly onClose: () => void }) {
  const isOwn = credential_id === null;
  const changed = useOwnerChanged();
  const doing = useDoing();
  const [reason, setReason] = useState('');
  const reject = (): void =>
    doing.run(async () => {
      await rejectIntent(id, reason.trim());
      announce('Rejected. Nothing was signed or sent.');
      onClose();
      await changed();
    });
  return (
    <ConfirmDialog
      title="Reject this intent?"
      action="Reject it"
      doing={doing}
      onConfirm={reject}
      onClose={onClose}
    >
      <p>
        Nothing is signed or sent, and this cannot be undone.
        {!isOwn && ' The agent is informed and can propose again.'}
      </p>
      {!isOwn && (
        <TextField
          label="Reason for the agent (optional)"
          value={reason}
          maxLength={LONGEST_REASON}
          onText={setReason}
        />
      )}
    </ConfirmDialog>
  );
}

interface Place {
  readonly url: string;
  readonly note: string;
}

/** Intents without a transaction: where the owner would go, shown before the link can be followed. */
export function HandOff({ intent, place }: IntentProps & { readonly place: Place }) {
  const changed = useOwnerChanged();
  const { busy, failure, run } = useDoing();
  const approve = (): void =>
    run(async () => {
      await approveIntent(intent.id);
      announce('Approved.');
      await changed();
    });
  return (
    <Card title="Decide and finish elsewhere">
      <p>{place.note}</p>
      <Destination url={place.url} />
      {failure !== undefined && <FailureNotice failure={failure} />}
      <div className="row">
        {intent.status === 'proposed' && (
          <Button disabled={busy} onClick={approve}>
            Approve
          </Button>
        )}
        <Reject intent={intent} disabled={busy} />
      </div>
      <p className="small quiet">
        {intent.status === 'approved'
          ? 'You approved it. This page cannot see the result there.'
          : 'Approving signs nothing. It tells the agent that you agree.'}
      </p>
    </Card>
  );
}

function Destination({ url }: { readonly url: string }) {
  const place = safePlace(url);
  return (
    <div className="destination">
      {place !== undefined && (
        <p>
          It opens <strong className="destination-host">{place.host}</strong>, which is not Launchlens.
        </p>
      )}
      <Copyable text={url} what="the address" />
      {place === undefined ? (
        <Notice tone="bad" title="This address cannot be linked">
          <p className="small">
            It is not a plain https address, so it is not a link. Ask the operator of Launchlens.
          </p>
        </Notice>
      ) : (
        <a className="button button-main" href={place.href} target="_blank" rel="noreferrer noopener">
          Open {place.host}
          <OutsideIcon />
        </a>
      )}
    </div>
  );
}
