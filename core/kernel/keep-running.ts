import type { Logger } from './logger.ts';
import type { Shutdown } from './shutdown.ts';

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
