import { useEffect, useSyncExternalStore } from 'react';

/** What is shown this once and was not taken away yet, by what holds it. */
const held = new Map<symbol, string>();
const listeners = new Set<() => void>();

function become(change: () => void): void {
  change();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const first = (): string | undefined => held.values().next().value;

/** Something of this page that is gone for good with it, in words; undefined where there is nothing. */
export const useUnkept = (): string | undefined => useSyncExternalStore(subscribe, first);

/** Has the reader asked before the page is left, as long as `holds`. */
export function useHold(what: string, holds: boolean): void {
  useEffect(() => {
    if (!holds) return;
    const name = Symbol(what);
    become(() => void held.set(name, what));
    return () => become(() => void held.delete(name));
  }, [what, holds]);
}
