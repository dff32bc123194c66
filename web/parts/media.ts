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

export function useTheme(): Theme {
  return useSyncExternalStore(onTheme, currentTheme);
}
