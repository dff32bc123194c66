import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';

interface DialogProps {
  readonly className?: string;
  /** What it is, for screen readers; its `DialogTitle` says so otherwise. */
  readonly label?: string | undefined;
  /** Called on Escape; it stays open until it is removed. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog, open as long as it is there. */
export function Dialog({ className = 'dialog', label, onClose, children }: DialogProps) {
  return (
    <Base.Root open disablePointerDismissal onOpenChange={(open) => open || onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-veil" />
        <Base.Popup className={className} aria-label={label}>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

export const DialogTitle = Base.Title;
