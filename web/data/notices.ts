import { createStore } from './store.ts';

const KEY = 'launchlens.notices';

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    // A browser may deny storage.
    return false;
  }
}

export const noticesAllowed = (): boolean =>
  'Notification' in window && Notification.permission === 'granted';
const store = createStore(stored() && noticesAllowed());

/** Whether this browser shows notices of what waits. */
export const useNotices = (): boolean => store.use();

export function keepNotices(on: boolean): void {
  store.set(on);
  try {
    if (on) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // Then the choice lasts until the page is closed.
  }
}
