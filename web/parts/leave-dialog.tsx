import { useBlocker } from '@tanstack/react-router';
import { useUnkept } from '../data/unkept.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useDoing } from './doing.ts';

export interface LeaveDialogProps {
  readonly what: string;
  /** What the button does, as a verb. */
  readonly action: string;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks before something is lost that is shown this once. */
export function LeaveDialog({ what, action, onLeave, onStay }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      title="You have not copied it yet"
      doing={useDoing()}
      {...{ action }}
      onConfirm={onLeave}
      onClose={onStay}
    >
      <p>
        {what} is shown this once. Launchlens keeps only its hash: without a copy it is lost, and you would
        have to make another.
      </p>
    </ConfirmDialog>
  );
}

/**
 * Keeps the reader on a page from which something would be lost: within the pages by asking, beyond them by the browser.
 * The parts of one page keep it.
 */
export function LeaveGuard() {
  const unkept = useUnkept();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => unkept !== undefined && next.pathname !== current.pathname,
    enableBeforeUnload: unkept !== undefined,
    withResolver: true,
  });
  if (status !== 'blocked' || unkept === undefined) return null;
  return <LeaveDialog what={unkept} action="Leave without it" onLeave={proceed} onStay={reset} />;
}
