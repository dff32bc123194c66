import { join } from 'node:path';
import { Registry } from 'prom-client';
import { type Clock, systemClock } from '../core/kernel/clock.ts';
import { createLogger, type Logger, logToFile } from '../core/kernel/logger.ts';
import { loadSettings } from '../core/kernel/settings/load.ts';
import type { Settings } from '../core/kernel/settings/schema.ts';
import { createShutdown, type Shutdown } from '../core/kernel/shutdown.ts';
import { openRpcLimit, type RpcLimit } from '../core/rpc/rate-limit.ts';
import { reportFailure } from './failure.ts';
import { startTracing } from './tracing/start.ts';

const LOG_FILE = 'launchlens.log';

/** The dependencies of every command, built once and passed down. */
export interface Session {
  readonly settings: Settings;
  readonly logger: Logger;
  /** Where the log goes when it is not stderr. */
  readonly logFile: string | undefined;
  readonly clock: Clock;
  /** What everything in this process asks the Solana node within. */
  readonly rpcLimit: RpcLimit;
  readonly shutdown: Shutdown;
  /** Of the metrics that a service serves. */
  readonly registry: Registry;
}

export interface SessionOptions {
  /** On a terminal, log to a file in `DATA_DIR`, so that the screen stays readable. */
  readonly quietOnTerminal?: boolean;
}

export function openSession({ quietOnTerminal = false }: SessionOptions = {}): Session {
  const settings = loadSettings({ environment: process.env, envFile: '.env' });
  const logFile = quietOnTerminal && process.stdout.isTTY ? join(settings.DATA_DIR, LOG_FILE) : undefined;
  const logger = createLogger(settings.LOG_LEVEL, logFile ? logToFile(logFile) : undefined);
  const rpcLimit = openRpcLimit(settings);
  const [registry, shutdown] = [new Registry(), createShutdown()];
  return { settings, logger, logFile, clock: systemClock, rpcLimit, shutdown, registry };
}

/** Two interrupts this close together are one keypress that arrived twice, from the process group and a launcher. */
const SAME_KEYPRESS_MS = 500;

/** A started service. `done` settles only if it ends by itself, which means that it failed. */
export interface Running {
  readonly done: Promise<void>;
}

/**
 * Runs a service until it ends or is interrupted, then closes everything within the shutdown's time limit and
 * exits. A second interrupt ends the process at once.
 */
export async function serve(session: Session, start: () => Promise<Running>): Promise<void> {
  const asked = interruption();
  let failure: { readonly error: unknown } | undefined;
  try {
    // Interrupted while starting: the shutdown closes what has started so far.
    const running = await Promise.race([startTracing(session).then(start), asked]);
    if (running) await Promise.race([running.done, asked]);
  } catch (error) {
    failure = { error };
  }
  try {
    await session.shutdown.run('the command ended');
  } catch (error) {
    failure ??= { error };
  }
  process.exit(failure ? reportFailure(failure.error) : 0);
}

/**
 * Runs work that ends by itself, closes everything and exits with the code that it returns. An interrupt aborts the
 * shutdown's signal, and the work then fails by itself. A second interrupt ends the process at once.
 */
export async function runToEnd(session: Session, work: () => Promise<number>): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown): void => {
    failure ??= { error };
  };
  const working = work().catch(fail);
  await Promise.race([working, interruption()]);
  await session.shutdown.run('the command ended').catch(fail);
  const code = await working;
  process.exit(failure ? reportFailure(failure.error) : (code ?? 0));
}

function interruption(): Promise<void> {
  return new Promise((resolve) => {
    let first: number | undefined;
    const interrupt = (): void => {
      const now = Date.now();
      if (first !== undefined && now - first > SAME_KEYPRESS_MS) process.exit(130);
      first ??= now;
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  });
}

/** Runs an operator command that exits with 0 unless it fails. */
export function runOrder(work: (session: Session) => Promise<void>): Promise<void> {
  const session = openSession({ quietOnTerminal: true });
  return runToEnd(session, async () => {
    await work(session);
    return 0;
  });
}
