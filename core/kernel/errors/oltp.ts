import { define } from './definition.ts';

export const oltpErrors = {
  OLTP_UNREACHABLE: define<{ target: string; reason: string }>(
    ({ target, reason }) => `PostgreSQL at ${target} cannot be reached: ${reason}.`,
    { status: 503, retryable: true },
  ),
  OLTP_ACCESS_REFUSED: define<{ target: string; user: string }>(
    ({ target, user }) =>
      `PostgreSQL at ${target} refuses the user ${user}: check user and password in DATABASE_URL.`,
    { status: 503, exit: 2 },
  ),
  OLTP_DATABASE_MISSING: define<{ target: string; database: string }>(
    ({ target, database }) =>
      `PostgreSQL at ${target} has no database ${database}: create it, or name another in DATABASE_URL.`,
    { status: 503, exit: 2 },
  ),
  OLTP_BUSY: define<{ target: string; sqlState: string }>(
    ({ target, sqlState }) => `PostgreSQL at ${target} cannot take the statement now (${sqlState}).`,
    { status: 503, retryable: true },
  ),
  OLTP_DISK_FULL: define<{ target: string }>(
    ({ target }) => `There is no room left on the disk of PostgreSQL at ${target}: make room.`,
    { status: 503, retryable: true },
  ),
  OLTP_CONFLICT: define<{ target: string; constraint: string }>(
    ({ target, constraint }) => `PostgreSQL at ${target} holds such a row already (${constraint}).`,
    { status: 409 },
  ),
  OLTP_REJECTED: define<{ target: string; sqlState: string }>(
    ({ target, sqlState }) => `PostgreSQL at ${target} refused the statement (${sqlState}).`,
  ),
  OLTP_BAD_ROW: define<{ detail: string }>(
    ({ detail }) => `PostgreSQL answered with a row of another shape than asked for: ${detail}.`,
  ),
  OLTP_CLOSED: define(() => 'The connection to PostgreSQL is closed.', { status: 503 }),
  OLTP_DIRECTORY_BUSY: define<{ directory: string; pid?: string; command?: string; since?: string }>(
    ({ directory, pid, command, since }) => {
      const who =
        command === undefined ? 'another process' : `\`${command}\` (process ${pid}, since ${since})`;
      return `${directory} is in use by ${who}: stop it, set DATA_DIR to another directory, or set DATABASE_URL to share a server.`;
    },
    { exit: 2 },
  ),
  OLTP_DIRECTORY_UNUSABLE: define<{ directory: string; reason: string }>(
    ({ directory, reason }) => `${directory} cannot hold the embedded PostgreSQL: ${reason}.`,
    { exit: 2 },
  ),
  OLTP_SCHEMA_NEWER: define<{ found: number; known: number }>(
    ({ found, known }) =>
      `PostgreSQL holds schema ${found}, newer than the ${known} this program knows: run the newer Launchlens.`,
    { exit: 2 },
  ),
  OLTP_MIGRATION_CHANGED: define<{ number: number; name: string }>(
    ({ number, name }) =>
      `PostgreSQL's schema step ${number} (${name}) was applied with other content than it has now: restore the file, or use an empty database.`,
    { exit: 2 },
  ),
};
