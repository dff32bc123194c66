import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import type { Doing } from './doing.ts';
import { FailureNotice } from './failure-notice.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  /** What the button does, as a verb. */
  readonly action: string;
  readonly doing: Doing;
  /** Whether it can be done yet. */
  readonly ready?: boolean;
  /** Said while it is done. */
  readonly waiting?: string;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Asks before something that cannot be taken back. It is there as long as it is open, and stays open while that is done:
 * nothing calls it back, and how it ended is told here.
 */
export function ConfirmDialog({
  title,
  action,
  doing,
  ready = true,
  waiting = 'It is being done.',
  onConfirm,
  onClose,
  children,
}: ConfirmDialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the element goes: closing it gives the focus back to where it was, and one that is gone gives nothing back.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const cancel = (event: SyntheticEvent): void => {
    if (doing.busy) event.preventDefault();
    else onClose();
  };
  // A browser lets a second Escape pass, whatever became of the first.
  const closed = (): void => {
    if (doing.busy) dialog.current?.showModal();
  };
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby={id} onCancel={cancel} onClose={closed}>
      <div className="stack">
        <h2 id={id}>{title}</h2>
        {children}
        {doing.failure !== undefined && <FailureNotice failure={doing.failure} />}
        <div className="row">
          <button
            type="button"
            className="button button-danger"
            disabled={doing.busy || !ready}
            onClick={onConfirm}
          >
            {action}
          </button>
          <button type="button" className="button" disabled={doing.busy} onClick={onClose}>
            Cancel
          </button>
          {doing.busy && (
            <span className="small quiet" role="status">
              {waiting}
            </span>
          )}
        </div>
      </div>
    </dialog>
  );
}
