import { type Clock, systemClock } from './clock.ts';
import { LaunchlensError } from './errors/error.ts';
import type { Logger } from './logger.ts';

/**
 * Runs a worker until the shutdown, which waits for it to end. A worker that fails is logged and stops nothing
 * else.
 */
export function keepRunning(
  name: string,
  running: Promise<unknown>,
  { logger, shutdown }: { readonly logger: Pick<Logger, 'error'>; readonly shutdown: Shutdown },
): void {
  const ended = running.then(
    () => undefined,
    (error: unknown) => logger.error({ err: error }, `${name} ended`),
  );
  shutdown.onClose(name, () => ended);
}

const LIMIT_MS = 10_000;

export interface Shutdown {
  /** Aborted as soon as the program should stop; every loop listens to it. */
  readonly signal: AbortSignal;
  /** Registers a closing step. Steps run in reverse order of registration, so a part closes before its dependencies. */
  onClose(name: string, close: () => Promise<void> | void): void;
  /** Stops the program once; a second call waits for the first. Rejects with SHUTDOWN_TIMED_OUT after the limit. */
  run(reason: string): Promise<void>;
}

interface Step {
  readonly name: string;
  readonly close: () => Promise<void> | void;
}

export function createShutdown(options: { clock?: Clock; limitMs?: number } = {}): Shutdown {
  const { clock = systemClock, limitMs = LIMIT_MS } = options;
  const controller = new AbortController();
  const steps: Step[] = [];
  let current = '';
  let running: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    const failures: unknown[] = [];
    for (let step = steps.pop(); step; step = steps.pop()) {
      current = step.name;
      // A part that fails to close must not keep the others open.
      await Promise.resolve()
        .then(step.close)
        .catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  async function closeWithin(): Promise<void> {
    const timer = new AbortController();
    const late = clock.sleep(limitMs, timer.signal).then(
      () => {
        throw new LaunchlensError('SHUTDOWN_TIMED_OUT', { pending: current, seconds: limitMs / 1000 });
      },
      () => undefined,
    );
    try {
      await Promise.race([closeAll(), late]);
    } finally {
      timer.abort();
    }
  }

  return {
    signal: controller.signal,
    onClose: (name, close) => {
      steps.push({ name, close });
    },
    run: (reason) => {
      if (!running) {
        controller.abort(reason);
        running = closeWithin();
      }
      return running;
    },
  };
}
