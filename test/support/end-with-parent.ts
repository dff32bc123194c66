import { kill } from 'node:process';

/** Ends this process as an operator's or a kernel's SIGKILL does. */
export function endAtOnce(): never {
  kill(process.pid, 'SIGKILL');
  // The signal takes effect before the next instruction that matters; nothing may run after it.
  for (;;);
}

/**
 * Ends this process, which was forked, once its parent is gone, however that one ended: by a signal, because an orderly
 * exit may wait for an engine that is busy. `before` is waited for.
 */
export function endWithParent(before: () => Promise<void> = async () => undefined): void {
  const end = (): void => {
    void before().finally(endAtOnce);
  };
  // It may have been gone before anybody listened.
  if (process.connected) process.once('disconnect', end);
  else end();
}
