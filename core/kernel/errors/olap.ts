import { define } from './definition.ts';

export const olapErrors = {
  OLAP_UNREACHABLE: define('ClickHouse at {target} cannot be reached: {reason}.', {
    status: 503,
    retryable: true,
  }),
  OLAP_BUSY: define(
    'ClickHouse at {target} cannot run the statement right now (code {clickhouseCode}): {detail}.',
    { status: 503, retryable: true },
  ),
  OLAP_DISK_FULL: define(
    'The disk of ClickHouse at {target} is full. Free some space; writing then resumes by itself.',
    { status: 503, retryable: true },
  ),
  OLAP_REJECTED: define('ClickHouse at {target} refused the statement (code {clickhouseCode}): {detail}.'),
  OLAP_BAD_ROW: define('ClickHouse returned a row with an unexpected shape: {detail}.'),
  OLAP_FILE_FAILED: define('{path} cannot be written or read: {reason}.'),
  OLAP_CLOSED: define('The connection to ClickHouse is closed.'),
  OLAP_DIRECTORY_BUSY: define<{
    directory: string;
    pid: string;
    command?: string;
    host?: string;
    since?: string;
  }>(
    ({ directory, pid, command, host, since }) => {
      const who =
        command === undefined
          ? `process ${pid}`
          : `\`${command}\` (process ${pid} on ${host}, since ${since})`;
      return `${directory} is in use by ${who}. Stop it, set DATA_DIR to another directory, or set CLICKHOUSE_URL to share a server.`;
    },
    { exit: 2 },
  ),
  OLAP_DIRECTORY_UNUSABLE: define('The embedded ClickHouse cannot use {directory}: {reason}.', { exit: 2 }),
  OLAP_ENGINE_MISSING: define(
    'The embedded ClickHouse does not run on {platform}. Set CLICKHOUSE_URL to a ClickHouse server.',
    { exit: 2 },
  ),
  OLAP_SCHEMA_NEWER: define(
    'ClickHouse has schema version {found}, but this Launchlens knows only {known}. Use a newer Launchlens.',
    { exit: 2 },
  ),
  OLAP_MIGRATION_CHANGED: define(
    'ClickHouse migration {number} ({name}) has changed since it was applied. Restore the file, or use an empty database.',
    { exit: 2 },
  ),
  COLUMN_TYPE_UNSUPPORTED: define(
    'Column {name} cannot be written as {type}: the column buffers do not support that type.',
  ),
  COLUMN_UNKNOWN: define('The block has no column {name}.'),
  COLUMN_VALUE_MISMATCH: define('Column {name} of type {type} cannot store {value}.'),
  COLUMN_LAYOUT_MISMATCH: define('Blocks with different columns cannot be joined: {expected} and {found}.'),
};
