import { createStore } from '../data/store.ts';

const store = createStore('');

/** Announces something to screen readers. */
export function announce(message: string): void {
  // The same text is only announced again if something about it changed.
  store.set(store.get() === message ? `${message}\u00a0` : message);
}

/** The live region of `announce`; once in the shell. */
export function Announcer() {
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {store.use()}
    </div>
  );
}
