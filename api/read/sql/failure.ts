import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { EngineException } from '../../../core/olap/rejection.ts';

/** Codes of bounds: of time, memory, rows, bytes, columns and depth. */
const LIMITS: ReadonlyMap<number, string> = new Map([
  [158, 'it reads too many rows'],
  [159, 'it takes too long'],
  [160, 'it takes too long'],
  [161, 'it has too many columns'],
  [162, 'its subqueries nest too deeply'],
  [167, 'it nests too deeply'],
  [168, 'it has too many parts'],
  [241, 'it needs too much memory'],
  [306, 'it nests too deeply'],
  [307, 'its answer has too many bytes'],
  [394, 'it takes too long'],
  [396, 'its answer has too many rows or bytes'],
]);
const SYNTAX_ERROR = 62;
/** READONLY, ACCESS_DENIED, QUERY_IS_PROHIBITED. */
const REFUSALS: ReadonlySet<number> = new Set([164, 392, 497]);
/** What only this machine's operator can help. */
const FAULTS: ReadonlySet<number> = new Set([49, 74, 76, 107, 173, 202, 209, 210, 243, 246, 425, 999]);

/** The statement is repeated after these words, with all that was put in front of it. */
const ECHO =
  /(?::? in scope|: while |\. Maybe you meant|: In query|\(query|: \(in file|: failed to|\. Stack trace)[\s\S]*$/i;
const PREFIX = /^(?:Code: \d+\. DB::Exception: )+/;
const LONGEST = 300;

/** The answer to what the engine rejected. */
export function sqlFailure({ code, name, text }: EngineException): LaunchlensError {
  const reason = LIMITS.get(code);
  if (reason) return new LaunchlensError('SQL_LIMIT', { reason });
  if (REFUSALS.has(code)) return new LaunchlensError('SQL_REFUSED', { reason: 'it may only read' });
  if (FAULTS.has(code)) return new LaunchlensError('STORE_UNREACHABLE', {});
  if (code === SYNTAX_ERROR && text.includes('Multi-statements')) {
    return new LaunchlensError('SQL_REFUSED', { reason: 'it is more than one statement' });
  }
  return new LaunchlensError('SQL_ERROR', { reason: sentenceOf(text) || name });
}

function sentenceOf(text: string): string {
  const sentence = text.replace(PREFIX, '').replace(ECHO, '').replaceAll(/\s+/g, ' ').trim();
  return sentence.slice(0, LONGEST).replace(/[\s.:]+$/, '');
}
