import { DatabaseError } from 'pg';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import { NETWORK_REASONS } from '../../kernel/network-reasons.ts';
import { rejected, type Target } from '../rejection.ts';

/** PostgreSQL may also be reached through a Unix socket. */
const REASONS: Readonly<Record<string, string>> = { ...NETWORK_REASONS, ENOENT: 'there is no such socket' };

/** The coded error of anything that the client threw. Only codes are copied from it: its messages may repeat values. */
export function clientFailure(target: Target, error: unknown): LaunchlensError {
  if (error instanceof LaunchlensError) return error;
  if (error instanceof DatabaseError && error.code !== undefined) {
    return rejected(target, { sqlState: error.code, constraint: error.constraint }, error);
  }
  return new LaunchlensError('OLTP_UNREACHABLE', { target: target.target, reason: reasonOf(error) }, error);
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof AggregateError && code !== '') return REASONS[code] ?? code;
  const known = REASONS[code];
  if (known) return known;
  if (/time(d )?out/i.test(text)) return 'it did not answer in time';
  if (/terminated|ended|not queryable/i.test(text)) return 'the connection was reset';
  if (/SSL/.test(text)) return 'it does not offer the encryption that DATABASE_URL asks for';
  if (/password|SASL|SCRAM/i.test(text)) return 'DATABASE_URL holds no password that it accepts';
  return /^[A-Z0-9_]{3,60}$/.test(code) ? code : 'what answers there is not PostgreSQL';
}
