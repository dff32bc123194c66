import type { ComponentType } from 'react';
import { failureOf } from '../data/failure.ts';
import { useFile } from '../data/page-file.ts';
import { Button } from './actions.tsx';
import { FailureNotice } from './notice.tsx';

interface PanelProps {
  readonly onClose: () => void;
}

interface OpenDialogProps extends PanelProps {
  readonly className?: string;
  /** What the dialog is, for screen readers. */
  readonly label: string;
  /** Its content. */
  readonly panel: { readonly name: string; readonly load: () => Promise<ComponentType<PanelProps>> };
}

/** A modal dialog. Its files are loaded when it is first opened. */
export function LazyDialog({ open, ...shown }: OpenDialogProps & { readonly open: boolean }) {
  return open ? <OpenDialog {...shown} /> : null;
}

function OpenDialog({ className = 'dialog', label, panel: { name, load }, onClose }: OpenDialogProps) {
  const { data, error, refetch } = useFile(`dialog ${name}`, async () => {
    const [{ Dialog }, Panel] = await Promise.all([import('./dialog.tsx'), load()]);
    return { Dialog, Panel };
  });
  if (data !== undefined) {
    const { Dialog, Panel } = data;
    return (
      <Dialog className={className} label={label} onClose={onClose}>
        <Panel onClose={onClose} />
      </Dialog>
    );
  }
  if (error === null) return null;
  return (
    <section className={className} aria-label={label}>
      <div className="stack">
        <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />
        <div className="row">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    </section>
  );
}
