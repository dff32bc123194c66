import { useNotices } from '../data/notices.ts';
import { turnNoticesOff, turnNoticesOn } from '../data/notify.ts';
import { Button, useDoing } from './actions.tsx';
import { FailureNotice } from './notice.tsx';

/** Turns notices of what waits on and off, in this browser. */
export function NoticesToggle() {
  const on = useNotices();
  const { busy, failure, run } = useDoing();
  return (
    <div className="stack">
      <div className="row">
        <Button
          small
          disabled={busy}
          aria-pressed={on}
          onClick={() => (on ? turnNoticesOff() : run(turnNoticesOn))}
        >
          {on ? 'Stop notifying me' : 'Notify me in this browser'}
        </Button>
        <span className="small quiet">
          {on
            ? 'You get a notification when something new waits for you, while this page is open in a hidden tab and you are signed in.'
            : 'When something new waits for you and this page is in a hidden tab.'}
        </span>
      </div>
      {failure !== undefined && <FailureNotice failure={failure} onRetry={() => run(turnNoticesOn)} />}
    </div>
  );
}
