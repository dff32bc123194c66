import { LaunchlensError } from '../kernel/errors/error.ts';

/** What PostgreSQL says about a statement that failed. Its message is left out, because it may repeat values. */
export interface Rejection {
  /** SQLSTATE, five characters. */
  readonly sqlState: string;
  readonly constraint?: string | undefined;
}

/** Where and as whom a connection is opened, for the message of a refusal. */
export interface Target {
  readonly target: string;
  readonly user: string;
  readonly database: string;
}

/** Conditions after which the same statement can succeed later: load, limits and locks. */
const TRANSIENT = /^(53(?!100)...|55P03|57014|25P0[34]|40001|40P01)$/;
const CONNECTION = /^(08...|57P0[1-5])$/;
/** Transactions that collided, and succeed when repeated. */
const COLLISION = /^(40001|40P01)$/;

export function isCollision(error: unknown): boolean {
  return (
    error instanceof LaunchlensError &&
    error.code === 'OLTP_BUSY' &&
    COLLISION.test((error as LaunchlensError<'OLTP_BUSY'>).context.sqlState)
  );
}

/** The coded error of a rejection. */
export function rejected(
  { target, user, database }: Target,
  { sqlState, constraint = '' }: Rejection,
  cause?: unknown,
): LaunchlensError {
  if (sqlState === '23505') return new LaunchlensError('OLTP_CONFLICT', { target, constraint }, cause);
  if (sqlState === '53100') return new LaunchlensError('OLTP_DISK_FULL', { target }, cause);
  if (sqlState === '3D000') return new LaunchlensError('OLTP_DATABASE_MISSING', { target, database }, cause);
  if (sqlState.startsWith('28')) return new LaunchlensError('OLTP_ACCESS_REFUSED', { target, user }, cause);
  if (CONNECTION.test(sqlState)) {
    const reason = sqlState === '57P03' ? 'it is starting up' : `it ended the connection (${sqlState})`;
    return new LaunchlensError('OLTP_UNREACHABLE', { target, reason }, cause);
  }
  const code = TRANSIENT.test(sqlState) ? 'OLTP_BUSY' : 'OLTP_REJECTED';
  return new LaunchlensError(code, { target, sqlState }, cause);
}
