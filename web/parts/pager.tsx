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
      <button type="button" className="button" disabled={onFirst === undefined} onClick={onFirst}>
        First
      </button>
      <button type="button" className="button" disabled={onBack === undefined} onClick={onBack}>
        Back
      </button>
      <span className="small quiet" aria-live="polite">
        {busy ? 'Loading…' : `Page ${page}`}
      </span>
      <button type="button" className="button" disabled={onNext === undefined || busy} onClick={onNext}>
        Next
      </button>
    </nav>
  );
}
