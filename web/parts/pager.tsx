import { useState } from 'react';
import { Button } from './actions.tsx';

export interface PagerProps {
  /** What is listed, in the plural. */
  readonly what: string;
  /** From 0. */
  readonly page: number;
  readonly busy?: boolean;
  readonly onFirst: () => void;
  readonly onBack: () => void;
  /** Undefined on the last page. */
  readonly onNext: (() => void) | undefined;
}

/** Page buttons for a listing; absent if everything is on one page. */
export function Pager({ what, page, busy = false, onFirst, onBack, onNext }: PagerProps) {
  if (page === 0 && onNext === undefined) return null;
  return (
    <nav className="row" aria-label={`Pages of ${what}`}>
      <Button disabled={page === 0} onClick={onFirst}>
        First
      </Button>
      <Button disabled={page === 0} onClick={onBack}>
        Back
      </Button>
      <span className="small quiet" aria-live="polite">
        {busy ? 'Loading…' : `Page ${page + 1}`}
      </span>
      <Button disabled={onNext === undefined || busy} onClick={onNext}>
        Next
      </Button>
    </nav>
  );
}

type Moves = Pick<PagerProps, 'page' | 'onFirst' | 'onBack'>;

/** Pages by number. */
export function usePages() {
  const [page, setPage] = useState(0);
  const moves: Moves = { page, onFirst: () => setPage(0), onBack: () => setPage(page - 1) };
  return { page, moves, next: () => setPage(page + 1) };
}

interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** Pages by cursor: each says where the next one begins. */
export function useCursorPages() {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const toFirst = (): void => setCursors([]);
  const moves = (info: PageInfo | undefined): Moves & Pick<PagerProps, 'onNext'> => {
    const next = info?.hasNextPage === true ? info.endCursor : null;
    return {
      page: cursors.length,
      onFirst: toFirst,
      onBack: () => setCursors(cursors.slice(0, -1)),
      onNext: next === null ? undefined : () => setCursors([...cursors, next]),
    };
  };
  return { after: cursors.at(-1), toFirst, moves };
}
