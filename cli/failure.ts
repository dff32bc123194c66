import { isLaunchlensError, LaunchlensError } from '../core/kernel/errors/error.ts';
import { redactText } from '../core/kernel/redact.ts';

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

/** Wrong usage, of which Commander says what: reported in one line like every other error. */
export function usageError(message: string): LaunchlensError<'COMMAND_USAGE'> {
  const detail = message.replace(/^error: /, '').replaceAll('\n', ' ');
  return new LaunchlensError('COMMAND_USAGE', { detail: `${detail} (see launchlens --help)` });
}
