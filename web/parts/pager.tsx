import { Button } from './button.tsx';
export interface PagerProps {
  /** What is listed, in the plural. */
  readonly what: string;
  readonly page: number;
  readonly busy: boolean;
  readonly onFirst: (() => void) | undefined;
  readonly onBack: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** Page buttons for a listing; absent if everything is on one page. */
export function Pager({ what, page, busy, onFirst, onBack, onNext }: PagerProps) {
  if (onBack === undefined && onNext === undefined) return null;
  return (
    <nav className="row" aria-label={`Pages of ${what}`}>
      <Button disabled={onFirst === undefined} onClick={onFirst}>
        First
      </Button>
      <Button disabled={onBack === undefined} onClick={onBack}>
        Back
      </Button>
      <span className="small quiet" aria-live="polite">
        {busy ? 'Loading…' : `Page ${page}`}
      </span>
      <Button disabled={onNext === undefined || busy} onClick={onNext}>
        Next
      </Button>
    </nav>
  );
}
