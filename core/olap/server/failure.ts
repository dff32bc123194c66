import { ClickHouseError } from '@clickhouse/client';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import { rejection } from '../rejection.ts';

/** What a network failure is called for people, by the code that Node gives it. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was reset',
  EPIPE: 'the connection was reset',
  ETIMEDOUT: 'it did not answer in time',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'there is no route to the host',
};

/**
 * The coded error of anything that the client threw. Only codes are taken from it: its messages may repeat the
 * statement, and a proxy's page may repeat the request.
 */
export function clientFailure(target: string, error: unknown): LaunchlensError {
  if (error instanceof LaunchlensError) return error;
  if (error instanceof ClickHouseError) {
    const name = error.type ?? 'UNKNOWN';
    return rejection(target, { code: Number(error.code), name, text: error.message });
  }
  return new LaunchlensError('OLAP_UNREACHABLE', { target, reason: reasonOf(error) });
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = REASONS[code];
  if (known) return known;
  if (error instanceof Error && /timeout/i.test(error.message)) return 'it did not answer in time';
  if (error instanceof Error && /socket hang up|aborted/i.test(error.message)) {
    return 'the connection was reset';
  }
  return /^[A-Z0-9_]{3,60}$/.test(code) ? code : 'what answers there is not ClickHouse';
}
