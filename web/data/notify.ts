import { Failure } from './failure.ts';
import { at } from './http.ts';
import { keepNotices, noticesAllowed } from './notices.ts';

const TAG = 'launchlens waiting';

/** Asks the browser, which asks the reader. @throws Failure if either does not allow it */
export async function turnNoticesOn(): Promise<void> {
  if (!('Notification' in window)) {
    throw new Failure({ kind: 'refused', detail: 'This browser does not support notifications here.' });
  }
  if ((await Notification.requestPermission()) !== 'granted') {
    const detail = 'Notifications are blocked. Allow them in the browser’s settings for this site.';
    throw new Failure({ kind: 'refused', detail });
  }
  keepNotices(true);
}

export const turnNoticesOff = (): void => keepNotices(false);

/** Shows a notice in place of the one before; it names nothing of what waits, as others may see the screen. */
export function notify(text: string, onOpen: () => void): void {
  if (!noticesAllowed()) return;
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
