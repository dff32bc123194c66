import { type ComponentType, useEffect, useRef } from 'react';
import { failureOf } from '../data/failure.ts';
import { useFile } from '../data/page-file.ts';
import { Skeleton } from './card.tsx';
import { FailureNotice } from './notice.tsx';

interface PanelProps {
  readonly onClose: () => void;
}

interface LazyDialogProps extends PanelProps {
  readonly className: string;
  /** What the dialog is, for screen readers. */
  readonly label: string;
  /** Its content, whose file is loaded when it is first opened. */
  readonly panel: { readonly name: string; readonly load: () => Promise<ComponentType<PanelProps>> };
  readonly open: boolean;
}

/** A modal dialog. What it shows is there only while it is open. */
export function LazyDialog({ className, label, panel, open, onClose }: LazyDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    <dialog className={className} ref={dialog} aria-label={label} onClose={onClose}>
      {open && <Content panel={panel} onClose={onClose} />}
    </dialog>
  );
}

function Content({ panel: { name, load }, onClose }: Pick<LazyDialogProps, 'panel' | 'onClose'>) {
  const { data: Panel, error, refetch } = useFile(name, load);
  if (Panel !== undefined) return <Panel onClose={onClose} />;
  if (error !== null) return <FailureNotice failure={failureOf(error)} onRetry={() => void refetch()} />;
  return <Skeleton height="6rem" />;
}
