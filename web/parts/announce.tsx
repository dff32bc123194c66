import { useSyncExternalStore } from 'react';

let text = '';
const listeners = new Set<() => void>();

/** Says something to those who hear a page instead of seeing it. */
export function announce(message: string): void {
  // The same words again are only heard when something about them changed.
  text = text === message ? `${message}\u00a0` : message;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where `announce` speaks from; once in the shell. */
export function Announcer() {
  const said = useSyncExternalStore(subscribe, () => text);
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {said}
    </div>
  );
}
