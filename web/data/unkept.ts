import { useEffect, useSyncExternalStore } from 'react';

/** Secrets shown only once and not copied yet, by their holder. */
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

/** Something on this page that would be lost with it, as text; undefined if nothing. */
export const useUnkept = (): string | undefined => useSyncExternalStore(subscribe, first);

/** Asks the reader before leaving the page, while `holds`. */
export function useHold(what: string, holds: boolean): void {
  useEffect(() => {
    if (!holds) return;
    const name = Symbol(what);
    become(() => void held.set(name, what));
    return () => become(() => void held.delete(name));
  }, [what, holds]);
}
