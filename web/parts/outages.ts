import { useId, useLayoutEffect, useRef } from 'react';
import { createStore } from '../data/store.ts';

interface Teller {
  readonly id: string;
  readonly what: string;
  readonly retry: () => void;
}

const tellers = createStore<readonly Teller[]>([]);

/**
 * Several requests fail in one outage, and the page says so once. Of all who tell the same, the first gets a function that
 * has all of them try again; the others get undefined.
 *
 * @param what What is told; undefined for what always has a place of its own
 */
export function useTeller(what: string | undefined, retry: () => void = () => {}) {
  const id = useId();
  const newest = useRef(retry);
  newest.current = retry;
  const told = tellers.use().filter((teller) => teller.what === what);
  useLayoutEffect(() => {
    if (what === undefined) return;
    tellers.set([...tellers.get(), { id, what, retry: () => newest.current() }]);
    return () => tellers.set(tellers.get().filter((teller) => teller.id !== id));
  }, [id, what]);
  if (what === undefined) return retry;
  if (told[0]?.id !== id) return undefined;
  return () => {
    for (const teller of told) teller.retry();
  };
}
