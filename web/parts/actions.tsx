import { type ComponentProps, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../data/failure.ts';
import { createStore } from '../data/store.ts';
import { seconds } from '../model/formats.ts';

const store = createStore('');

/** Announces something to screen readers. */
export function announce(message: string): void {
  // The same text is only announced again if something about it changed.
  store.set(store.get() === message ? `${message}\u00a0` : message);
}

/** The live region of `announce`; once in the shell. */
export function Announcer() {
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {store.use()}
    </div>
  );
}

interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  readonly look?: 'main' | 'danger' | 'plain';
  readonly small?: boolean;
  /** Whether it sends its form. */
  readonly submit?: boolean;
}

export function Button({ look, small = false, submit = false, ...attributes }: ButtonProps) {
  const looks = ['button', look && `button-${look}`, small && 'button-small'].filter(Boolean);
  return <button {...attributes} type={submit ? 'submit' : 'button'} className={looks.join(' ')} />;
}

export interface Doing {
  readonly busy: boolean;
  /** Why the last one failed. */
  readonly failure: Failure | undefined;
  /** Runs one action at a time. */
  readonly run: (work: () => Promise<void>) => void;
}

/** A slow action that a reader started: asking a wallet, or changing something. */
export function useDoing(): Doing {
  const [state, setState] = useState<Pick<Doing, 'busy' | 'failure'>>({ busy: false, failure: undefined });
  const under = useRef(false);
  const run = (work: () => Promise<void>): void => {
    if (under.current) return;
    under.current = true;
    setState({ busy: true, failure: undefined });
    const ended = (failure: Failure | undefined): void => {
      under.current = false;
      setState({ busy: false, failure });
    };
    work().then(
      () => ended(undefined),
      (error: unknown) => ended(failureOf(error)),
    );
  };
  return { ...state, run };
}

/** The reader's clock, in Unix seconds, ticking. Only for what depends on it: when a request or a token expires. */
export function useClock(everyMs = 1_000): bigint {
  const [now, setNow] = useState(() => seconds(Date.now()));
  useEffect(() => {
    const timer = setInterval(() => setNow(seconds(Date.now())), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Takes focus and view when what it answers has changed, so that the reader continues there; not at first. */
export function useFocusOnChange<Place extends HTMLElement>(asked: unknown): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const before = useRef(asked);
  useLayoutEffect(() => {
    if (before.current === asked) return;
    before.current = asked;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: 'start' });
  }, [asked]);
  return place;
}

/** Takes the focus once, when it appears, so that the reader continues there. */
export function useFocusAtFirst<Place extends HTMLElement>(takes = true): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const first = useRef(takes);
  useLayoutEffect(() => {
    if (first.current) place.current?.focus();
  }, []);
  return place;
}
