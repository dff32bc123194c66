import { type ReactNode, useEffect, useRef } from 'react';
import { useWaiting, waitingText } from '../data/owner/waiting.ts';
import { grouped } from '../model/formats.ts';

export interface PageProps {
  /** The window's title; the page's own heading is among its children. */
  readonly title: string;
  /** The slot of the past that the page shows; undefined for the newest. */
  readonly slot?: number | undefined;
  readonly children: ReactNode;
}

/** The page that the window was opened with. The browser sets the focus on that one. */
let first: HTMLElement | null = null;

/**
 * The main part of a page. It takes the focus after following a link, so that keyboards and screen readers start there.
 */
export function Page({ title: name, slot, children }: PageProps) {
  const waiting = useWaiting();
  const shown = slot === undefined ? name : `${name} at slot ${grouped(slot)} (history)`;
  const title = waiting.count === 0 ? shown : `(${waitingText(waiting)}) ${shown}`;
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${title} · Launchlens`;
  }, [title]);
  useEffect(() => {
    first ??= main.current;
    if (main.current !== first) main.current?.focus({ preventScroll: true });
  }, []);
  return (
    <main id="content" className="page" tabIndex={-1} ref={main}>
      {children}
    </main>
  );
}
