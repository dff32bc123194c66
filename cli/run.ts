import { isLaunchlensError } from '../core/kernel/errors/error.ts';
import { redactText } from '../core/kernel/logger.ts';

const UNEXPECTED_EXIT = 1;

/** One clear line on stderr; LOG_LEVEL=debug or trace adds the stack. */
export function reportFailure(error: unknown): number {
  const verbose = ['debug', 'trace'].includes(process.env.LOG_LEVEL ?? '');
  const text =
    error instanceof Error ? (verbose ? (error.stack ?? error.message) : error.message) : String(error);
  const line = verbose ? text : (text.split('\n')[0] ?? text);
  process.stderr.write(`launchlens: ${redactText(line)}\n`);
  return isLaunchlensError(error) ? error.exit : UNEXPECTED_EXIT;
}
