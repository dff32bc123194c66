import { useCallback, useSyncExternalStore } from 'react';
import { currentTheme, onTheme, type Theme } from './theme.ts';

/** Whether a media query currently matches. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/** Too narrow for every column of a table. */
const PHONE = '(max-width: 40rem)';

export const useIsPhone = (): boolean => useMedia(PHONE);

/** Too narrow for columns of long amounts next to each other. */
const NARROW = '(max-width: 60rem)';

export const useIsNarrow = (): boolean => useMedia(NARROW);

export function useTheme(): Theme {
  return useSyncExternalStore(onTheme, currentTheme);
}
