import { Failure } from './failure.ts';
import { at } from './http.ts';
import { createStore } from './store.ts';

const KEY = 'launchlens.notices';
const TAG = 'launchlens waiting';

function stored(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    // A browser may deny storage.
    return false;
  }
}

const isAllowed = (): boolean => 'Notification' in window && Notification.permission === 'granted';
const store = createStore(stored() && isAllowed());

/** Whether this browser shows notices of what waits. */
export const useNotices = (): boolean => store.use();

function keep(on: boolean): void {
  store.set(on);
  try {
    if (on) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // Then the choice lasts until the page is closed.
  }
}

/** Asks the browser, which asks the reader. @throws Failure if either does not allow it */
export async function turnNoticesOn(): Promise<void> {
  if (!('Notification' in window)) {
    throw new Failure({ kind: 'refused', detail: 'This browser shows no notices for this page.' });
  }
  if ((await Notification.requestPermission()) !== 'granted') {
    const detail =
      'The browser does not allow notices of this page. Allow them in its settings for this site.';
    throw new Failure({ kind: 'refused', detail });
  }
  keep(true);
}

export const turnNoticesOff = (): void => keep(false);

/** Shows a notice in place of the one before; it names nothing of what waits, as others may see the screen. */
export function notify(text: string, onOpen: () => void): void {
  if (!isAllowed()) return;
  try {
    const notice = new Notification('Launchlens', { body: text, tag: TAG, icon: at('icon.svg').href });
    notice.onclick = () => {
      window.focus();
      notice.close();
      onOpen();
    };
  } catch {
    // Some phones allow notices only to installed pages.
    turnNoticesOff();
  }
}
