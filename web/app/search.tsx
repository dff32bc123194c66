import { useEffect } from 'react';
import { createStore } from '../data/store.ts';
import { SearchIcon } from '../parts/icons.tsx';
import { LazyDialog } from '../parts/lazy-dialog.tsx';

const open = createStore(false);

export const openSearch = (): void => open.set(true);

const PANEL = {
  name: 'search',
  load: async () => (await import('./search-panel.tsx')).SearchPanel,
};

/** Finds launches, wallets, mints, accounts and transactions. Opens with ⌘K, Ctrl-K or `/`. */
export function Search() {
  useShortcut(openSearch);
  return (
    <LazyDialog
      className="dialog search"
      label="Search"
      panel={PANEL}
      open={open.use()}
      onClose={() => open.set(false)}
    />
  );
}

/** Opens the search where the navigation, which does too, is behind a button. */
export function SearchButton() {
  return (
    <button type="button" className="button button-plain" aria-label="Search" onClick={openSearch}>
      <SearchIcon />
    </button>
  );
}

function useShortcut(open: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const combined = (event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k';
      const slash = event.key === '/' && !event.metaKey && !event.ctrlKey && !isTyping(event.target);
      if (!combined && !slash) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [open]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}
