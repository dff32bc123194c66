import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { notify } from '../data/notify.ts';
import { useWaiting } from '../data/owner/waiting.ts';
import { useSession } from '../data/session.ts';
import { noticeOf } from '../model/notices.ts';

/** Notifies the reader of a hidden page, who asked for it, of what newly waits. Shows nothing itself. */
export function WaitingNotices() {
  const navigate = useNavigate();
  const { session } = useSession();
  const waiting = useWaiting();
  const known = useRef<{ readonly owner: string; readonly ids: ReadonlySet<string> }>(undefined);
  useEffect(() => {
    const owner = session?.address;
    if (owner === undefined || waiting.ids === undefined) return;
    const before = known.current?.owner === owner ? known.current.ids : undefined;
    known.current = { owner, ids: new Set(waiting.ids) };
    const text = noticeOf(before, { ids: waiting.ids });
    if (document.hidden && text !== undefined) notify(text, () => void navigate({ to: '/intents' }));
  }, [session, waiting, navigate]);
  return null;
}
