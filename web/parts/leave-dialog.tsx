import { useBlocker } from '@tanstack/react-router';
import { useUnkept } from '../data/unkept.ts';
import { useDoing } from './actions.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

export interface LeaveDialogProps {
  readonly what: string;
  /** The button's text, a verb. */
  readonly action: string;
  readonly onLeave: () => void;
  readonly onStay: () => void;
}

/** Asks before something that is shown only once is lost. */
export function LeaveDialog({ what, action, onLeave, onStay }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      title="Not copied yet"
      doing={useDoing()}
      action={action}
      onConfirm={onLeave}
      onClose={onStay}
    >
      <p>{what} is shown only once. Launchlens keeps only its hash: without a copy it is lost.</p>
    </ConfirmDialog>
  );
}

/**
 * Warns before leaving a page with something that would be lost: within the pages by a dialog, otherwise by the browser.
 * Parts of one page do not warn.
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
