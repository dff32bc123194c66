export interface Paced {
  /** Asks soon; however often this is said meanwhile, it is asked once more. */
  readonly again: () => void;
  readonly stop: () => void;
}

/** Asks one at a time, and not more often than every so many milliseconds, so that slow answers are never cut short. */
export function paced(ask: () => Promise<unknown>, everyMs: number): Paced {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let wanted = false;
  let stopped = false;
  const again = (): void => {
    if (stopped) return;
    if (asking) wanted = true;
    else timer ??= setTimeout(() => void run(), everyMs);
  };
  async function run(): Promise<void> {
    timer = undefined;
    asking = true;
    try {
      await ask();
    } finally {
      asking = false;
      if (wanted) {
        wanted = false;
        again();
      }
    }
  }
  return {
    again,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
