/** Runs one request at a time, at most once per interval, so that slow answers are never cancelled. */
export function paced(ask: () => Promise<unknown>, everyMs: number) {
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
    /** Requests a run soon; several requests in the meantime cause only one. */
    again,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
