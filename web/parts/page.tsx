import { type ReactNode, useEffect, useRef } from 'react';

export interface PageProps {
  /** Of the window; the page's own heading is among its children. */
  readonly title: string;
  readonly children: ReactNode;
}

/** The page that the window was opened with. The browser itself knows where to begin on that one. */
let first: HTMLElement | null = null;

/** The main part of a page. It takes the focus when a link led to it, so that a keyboard or a voice begins there. */
export function Page({ title, children }: PageProps) {
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
