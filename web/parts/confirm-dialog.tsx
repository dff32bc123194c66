import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';
import { Button, type Doing } from './actions.tsx';
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
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Before the element is removed: closing it returns the focus, which a removed element cannot do.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const cancel = (event: SyntheticEvent): void => {
    if (doing.busy) event.preventDefault();
    else onClose();
  };
  // A browser lets a second Escape through, whatever happened to the first.
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
    </dialog>
  );
}
