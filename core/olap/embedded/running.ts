import { setTimeout as delay } from 'node:timers/promises';
import type { Session } from 'chdb';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import { isDiskFull, parseException, rejection } from '../rejection.ts';
import { literal } from './statement.ts';

const KILL_EVERY_MS = 50;

let lastTag = 0;

/** Marks a statement in `system.processes`, so that another connection can cancel it. */
export function nextTag(): string {
  lastTag += 1;
  return `launchlens-${process.pid}-${lastTag}`;
}

/** The coded error of anything that chDB threw. */
export function engineFailure(target: string, error: unknown): LaunchlensError {
  const text = error instanceof Error ? error.message : String(error);
  const exception = parseException(text);
  if (exception) return rejection(target, exception);
  if (isDiskFull(text)) return new LaunchlensError('OLAP_DISK_FULL', { target }, error);
  return new LaunchlensError('OLAP_REJECTED', { target, clickhouseCode: 0, detail: 'UNKNOWN' }, error);
}

/**
 * Waits for `work`, or rejects with the signal's reason as soon as it aborts; the engine is then told to cancel
 * the statement. chDB cannot interrupt a call itself, but it honours KILL QUERY.
 */
export function untilAborted<Value>(
  work: Promise<Value>,
  { control, tag, signal }: { control: Session; tag: string; signal: AbortSignal | undefined },
): Promise<Value> {
  if (!signal) return work;
  return new Promise<Value>((resolve, reject) => {
    const onAbort = (): void => {
      reject(signal.reason);
      void killUntil(control, tag, work);
    };
    const settle = (): void => signal.removeEventListener('abort', onAbort);
    work.then(resolve, reject).finally(settle);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Repeated, because the statement may not be in the process list yet. */
async function killUntil(control: Session, tag: string, work: Promise<unknown>): Promise<void> {
  let running = true;
  const ended = work.then(
    () => (running = false),
    () => (running = false),
  );
  while (running) {
    await control
      .queryAsync(`KILL QUERY WHERE Settings['log_comment'] = ${literal(tag)} ASYNC`)
      // The statement can end, and the connection close, between the check and the kill.
      .catch(() => undefined);
    await Promise.race([ended, delay(KILL_EVERY_MS)]);
  }
}
