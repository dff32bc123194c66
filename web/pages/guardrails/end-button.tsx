import { type ReactNode, useState } from 'react';
import { useOwnerChanged } from '../../data/owner/list.ts';
import { announce, Button, useDoing } from '../../parts/actions.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';

export interface EndButtonProps {
  /** The button's verb and object, for readers who do not see its row. */
  readonly action: string;
  readonly of: string;
  readonly title: string;
  /** Announced afterwards. */
  readonly done?: string;
  readonly work: () => Promise<void>;
  readonly children: ReactNode;
}

/** Ends something immediately, after confirmation. */
export function EndButton({ action, of, title, done = 'Revoked.', work, children }: EndButtonProps) {
  const [asks, setAsks] = useState(false);
  const changed = useOwnerChanged();
  const doing = useDoing();
  const confirm = (): void =>
    doing.run(async () => {
      await work();
      announce(done);
      setAsks(false);
      await changed();
    });
  return (
    <>
      <Button look="danger" small aria-label={`${action} ${of}`} onClick={() => setAsks(true)}>
        {action}
      </Button>
      {asks && (
        <ConfirmDialog
          title={title}
          action={action}
          doing={doing}
          onConfirm={confirm}
          onClose={() => setAsks(false)}
        >
          <p>{children}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
