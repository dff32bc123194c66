import { useEffect } from 'react';
import { createStore } from './store.ts';

interface Held {
  readonly what: string;
}

/** Secrets shown only once and not copied yet, oldest first. */
const store = createStore<readonly Held[]>([]);

/** Something on this page that would be lost with it, as text; undefined if nothing. */
export const useUnkept = (): string | undefined => store.use()[0]?.what;

/** Asks the reader before leaving the page, while `holds`. */
export function useHold(what: string, holds: boolean): void {
  useEffect(() => {
    if (!holds) return;
    const held = { what };
    store.set([...store.get(), held]);
    return () => store.set(store.get().filter((each) => each !== held));
  }, [what, holds]);
}
