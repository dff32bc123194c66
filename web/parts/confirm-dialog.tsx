import type { ReactNode } from 'react';
import { Button, type Doing } from './actions.tsx';
import { Dialog, DialogTitle } from './dialog.tsx';
import { FailureNotice } from './notice.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  /** The button's text, a verb. */
  readonly action: string;
  readonly doing: Doing;
  /** Whether it can be confirmed yet. */
  readonly ready?: boolean;
  /** Shown while it is running. */
  readonly waiting?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks before something that cannot be undone. It stays open until that has finished and shows the result. */
export function ConfirmDialog({
  title,
  action,
  doing,
  ready = true,
  waiting = 'Working…',
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog onClose={() => doing.busy || onClose()}>
      <div className="stack">
        <DialogTitle>{title}</DialogTitle>
        {children}
        {doing.failure !== undefined && <FailureNotice failure={doing.failure} />}
        <div className="row">
          <Button look="danger" disabled={doing.busy || !ready} onClick={onConfirm}>
            {action}
          </Button>
          <Button disabled={doing.busy} onClick={onClose}>
            Cancel
          </Button>
          {doing.busy && (
            <span className="small quiet" role="status">
              {waiting}
            </span>
          )}
        </div>
      </div>
    </Dialog>
  );
}
