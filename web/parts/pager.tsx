import { useRef, useState } from 'react';
import { placeOf } from '../model/cursor-place.ts';
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

/**
 * Pages by cursor: each says where the next one begins. The place is part of the address. Where the pages before it begin
 * is only known as long as they were visited here; without that, "Back" leads to the first.
 */
export function useCursorPages(place: string | undefined, onPlace: (place: string | undefined) => void) {
  const visited = useRef(new Map<number, string>());
  const { page, after } = placeOf(place);
  if (place !== undefined) visited.current.set(page, place);
  const toFirst = (): void => onPlace(undefined);
  const moves = (info: PageInfo | undefined): Moves & Pick<PagerProps, 'onNext'> => {
    const next = info?.hasNextPage === true ? info.endCursor : null;
    return {
      page,
      onFirst: toFirst,
      onBack: () => onPlace(visited.current.get(page - 1)),
      onNext: next === null ? undefined : () => onPlace(`${page + 1}.${next}`),
    };
  };
  return { after, moves };
}
