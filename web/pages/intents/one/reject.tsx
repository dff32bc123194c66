import { useState } from 'react';
import { rejectIntent } from '../../../data/owner/intents.ts';
import { useOwnerChanged } from '../../../data/owner/list.ts';
import { announce } from '../../../parts/announce.tsx';
import { Button } from '../../../parts/button.tsx';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { useDoing } from '../../../parts/doing.ts';
import { TextField } from '../../../parts/field.tsx';

const LONGEST_REASON = 200;

/** Rejects an intent after the owner has confirmed. */
export function Reject({ id, disabled = false }: { readonly id: string; readonly disabled?: boolean }) {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <Button look="danger" disabled={disabled} onClick={() => setAsks(true)}>
        Reject
      </Button>
      {asks && <Asks id={id} onClose={() => setAsks(false)} />}
    </>
  );
}

function Asks({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
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
        Nothing is signed or sent, and this cannot be undone. The agent is informed and can propose again.
      </p>
      <TextField
        label="Reason for the agent (optional)"
        value={reason}
        maxLength={LONGEST_REASON}
        onText={setReason}
      />
    </ConfirmDialog>
  );
}
