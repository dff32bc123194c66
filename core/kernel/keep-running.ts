import type { Logger } from './logger.ts';
import type { Shutdown } from './shutdown.ts';

/**
 * Leaves a worker running until the shutdown, whose signal it listens to itself, and lets the shutdown wait for its
 * end. One that ends by a failure is logged, and takes nothing else down.
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
