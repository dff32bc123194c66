import { define } from './definition.ts';

export const oltpErrors = {
  OLTP_UNREACHABLE: define('PostgreSQL at {target} cannot be reached: {reason}.', {
    status: 503,
    retryable: true,
  }),
  OLTP_ACCESS_REFUSED: define(
    'PostgreSQL at {target} refused user {user}. Check the user and password in DATABASE_URL.',
    { status: 503, exit: 2 },
  ),
  OLTP_DATABASE_MISSING: define(
    'PostgreSQL at {target} has no database {database}. Create it, or name another in DATABASE_URL.',
    { status: 503, exit: 2 },
  ),
  OLTP_BUSY: define<{ target: string; sqlState: string }>(
    ({ target, sqlState }) => `PostgreSQL at ${target} cannot run the statement right now (${sqlState}).`,
    { status: 503, retryable: true },
  ),
  OLTP_DISK_FULL: define('The disk of PostgreSQL at {target} is full. Free some space.', {
    status: 503,
    retryable: true,
  }),
  OLTP_CONFLICT: define('PostgreSQL at {target} already has this row ({constraint}).', { status: 409 }),
  OLTP_REJECTED: define('PostgreSQL at {target} refused the statement ({sqlState}).'),
  OLTP_BAD_ROW: define('PostgreSQL returned a row with an unexpected shape: {detail}.'),
  OLTP_CLOSED: define('The connection to PostgreSQL is closed.', { status: 503 }),
  OLTP_DIRECTORY_BUSY: define<{ directory: string; pid?: string; command?: string; since?: string }>(
    ({ directory, pid, command, since }) => {
      const who =
        command === undefined ? 'another process' : `\`${command}\` (process ${pid}, since ${since})`;
      return `${directory} is in use by ${who}. Stop it, set DATA_DIR to another directory, or set DATABASE_URL to share a server.`;
    },
    { exit: 2 },
  ),
  OLTP_DIRECTORY_UNUSABLE: define('The embedded PostgreSQL cannot use {directory}: {reason}.', { exit: 2 }),
  OLTP_SCHEMA_NEWER: define(
    'PostgreSQL has schema version {found}, but this Launchlens knows only {known}. Use a newer Launchlens.',
    { exit: 2 },
  ),
  OLTP_MIGRATION_CHANGED: define(
    'PostgreSQL migration {number} ({name}) has changed since it was applied. Restore the file, or use an empty database.',
    { exit: 2 },
  ),
  OLTP_MOVE_REFUSED: define('The decisions cannot be moved: {reason}.', { exit: 2 }),
  OLTP_MOVE_DIFFERS: define(
    'The decisions were not moved: table {table} has {rows} rows, and PostgreSQL returned {arrived}, or other ones. The server is as empty as before.',
  ),
  OLTP_MOVED: define(
    'The decisions in {directory} were moved to {target}. Set DATABASE_URL to that server.',
    { exit: 2 },
  ),
};
