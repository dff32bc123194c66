import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCursorPages } from '../../../parts/pager.tsx';
import type { LaunchSearch } from '../../search.ts';

/** The page of a listing of the launch, in the address. */
export function useListingPages(listing: 'pledges' | 'activity') {
  const search = useSearch({ from: '/launches/$launchId' });
  const change = useSearchChange();
  return useCursorPages(search[listing], (place) => change({ [listing]: place }));
}

/** Changes a part of the address without moving the view. */
export function useSearchChange() {
  const navigate = useNavigate();
  return (part: Partial<LaunchSearch>): void => {
    void navigate({ to: '.', search: (before) => ({ ...before, ...part }), resetScroll: false });
  };
}
