import { ClickHouseError } from '@clickhouse/client';
import { LaunchlensError } from '../../kernel/errors/error.ts';
import { NETWORK_REASONS } from '../../kernel/network-reasons.ts';
import { type EngineException, rejection } from '../rejection.ts';

/**
 * The coded error of anything that the client threw. Only codes are copied from it: its messages may repeat the
 * statement, and a proxy's page may repeat the request.
 */
export function clientFailure(target: string, error: unknown): LaunchlensError {
  if (error instanceof LaunchlensError) return error;
  if (error instanceof ClickHouseError) return rejection(target, ofEngine(error));
  return new LaunchlensError('OLAP_UNREACHABLE', { target, reason: reasonOf(error) });
}

/** What the engine said, and only that. @throws OLAP_UNREACHABLE if anything else failed */
export function exceptionOf(target: string, error: unknown): EngineException {
  if (error instanceof ClickHouseError) return ofEngine(error);
  throw clientFailure(target, error);
}

function ofEngine({ code, type, message: text }: ClickHouseError): EngineException {
  return { code: Number(code), name: type ?? 'UNKNOWN', text };
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = NETWORK_REASONS[code];
  if (known) return known;
  if (error instanceof Error && /timeout/i.test(error.message)) return 'it did not answer in time';
  if (error instanceof Error && /socket hang up|aborted/i.test(error.message)) {
    return 'the connection was reset';
  }
  return /^[A-Z0-9_]{3,60}$/.test(code) ? code : 'what answers there is not ClickHouse';
}
