import { Link } from '@tanstack/react-router';
import type { LaunchSort, SortChoice } from '../../model/launch-sorts.ts';
import { nextSort } from '../../model/launch-table.ts';

interface SortLinkProps {
  readonly column: LaunchSort;
  readonly name: string;
  readonly sort: SortChoice;
}

/** A heading that sorts the launches by its column, and says how they are sorted by it. */
export function SortLink({ column, name, sort }: SortLinkProps) {
  const direction = directionOf(column, sort);
  const arrow = { ascending: ' ↑', descending: ' ↓', none: '' }[direction ?? 'none'];
  return (
    <Link
      className="sort-link"
      from="/"
      to="/"
      search={(before) => ({ ...before, order: nextSort(column, sort), page: undefined })}
      resetScroll={false}
    >
      {name}
      <span aria-hidden="true">{arrow}</span>
    </Link>
  );
}

export function directionOf(column: LaunchSort, sort: SortChoice): 'ascending' | 'descending' | undefined {
  if (sort === column) return 'ascending';
  return sort === `-${column}` ? 'descending' : undefined;
}
