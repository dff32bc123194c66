/** Waits between attempts and polls; rejects with the signal's reason when aborted. */
export type Wait = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;

export const waitByTimer: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
