import { useSyncExternalStore } from 'react';

let text = '';
const listeners = new Set<() => void>();

/** Announces something to screen readers. */
export function announce(message: string): void {
  // The same text is only announced again if something about it changed.
  text = text === message ? `${message}\u00a0` : message;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The live region of `announce`; once in the shell. */
export function Announcer() {
  const said = useSyncExternalStore(subscribe, () => text);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {said}
    </div>
  );
}
