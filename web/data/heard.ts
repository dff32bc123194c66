import { useEffect, useState } from 'react';
import { SLOT_MS } from '../model/silence.ts';

/** When the API was last heard, or since when this page listens. A hidden page does not listen. */
let last = { at: performance.now(), heard: false };

/** Notes that something arrived from the API. */
export function hear(): void {
  last = { at: performance.now(), heard: true };
}

export interface Hearing {
  /** Whether anything was heard since this page listens. */
  readonly heard: boolean;
  /** In whole slots, so that it rarely changes while events arrive. */
  readonly silentMs: number;
}

function hearing(): Hearing {
  const slots = document.hidden ? 0 : Math.floor((performance.now() - last.at) / SLOT_MS);
  return { heard: last.heard, silentMs: slots * SLOT_MS };
}

/** How long nothing has been heard, updated in every slot. */
export function useHearing(): Hearing {
  const [state, setState] = useState(hearing);
  useEffect(() => {
    const look = (): void => {
      const { heard, silentMs } = hearing();
      setState((old) => (old.heard === heard && old.silentMs === silentMs ? old : { heard, silentMs }));
    };
    const listenAnew = (): void => {
      last = { at: performance.now(), heard: false };
      look();
    };
    const timer = setInterval(look, SLOT_MS);
    document.addEventListener('visibilitychange', listenAnew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', listenAnew);
    };
  }, []);
  return state;
}
