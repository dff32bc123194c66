import { useRef, useState } from 'react';
import { type Failure, failureOf } from '../data/failure.ts';

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
