import { define } from './definition.ts';

/** The index and ClickHouse. */
export const storeErrors = {
  OLAP_UNREACHABLE: define('ClickHouse at {target} cannot be reached: {reason}.', {
    status: 503,
    retryable: true,
  }),
  OLAP_BUSY: define(
    'ClickHouse at {target} cannot run the statement right now (code {clickhouseCode}): {detail}.',
    { status: 503, retryable: true },
  ),
  OLAP_DISK_FULL: define<{ target: string; keptMebibytes?: number }>(
    ({ target, keptMebibytes }) => {
      const room = keptMebibytes === undefined ? '' : `: it has less than ${keptMebibytes} MiB free`;
      return `The disk of ClickHouse at ${target} is full${room}. Free some space; writing then resumes by itself.`;
    },
    { status: 503, retryable: true },
  ),
  OLAP_REJECTED: define('ClickHouse at {target} refused the statement (code {clickhouseCode}): {detail}.'),
  OLAP_OTHER_LAYOUT: define<{ database: string; clustered: boolean }>(
    ({ database, clustered }) =>
      clustered
        ? `The tables of the database ${database} are those of one server, not spread over a cluster.`
        : `The tables of the database ${database} are spread over a cluster, and CLICKHOUSE_CLUSTER is not set.`,
    {
      exit: 2,
      remedy:
        'Set CLICKHOUSE_CLUSTER as it was when the index began. To move an index to a cluster, run `launchlens move-index`.',
    },
  ),
  OLAP_SPREAD_UNFINISHED: define(
    'The table {table} is not on every shard: another process is changing the schema, or a server lost it.',
    { status: 503, retryable: true },
  ),
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
  INDEX_IDENTITY_MISMATCH: define(
    'The index was built with {name} {stored}, not {configured}. Restore the setting, or use another DATA_DIR or CLICKHOUSE_URL for the new value.',
    { exit: 2 },
  ),
  INDEX_IDL_CHANGED: define<{ stored: string }>(
    ({ stored }) =>
      `The index was decoded with another version of the IDL (${stored.slice(0, 12)}). Run \`launchlens backfill redecode\`, which decodes the stored accounts again without the chain.`,
    { exit: 2 },
  ),
  PROGRAM_SELECTION_CHANGED: define(
    'Program {name} was indexed with other `accounts`, `instructions`, `events` or `filters`. Restore them, or follow it under another name.',
    { exit: 2 },
  ),
  PROGRAM_COLUMN_CHANGED: define(
    'The IDL of program {name} has another type for {column}: {expected}, and its table has {found}. Follow it under another name.',
    { exit: 2 },
  ),
  WRITE_OUT_OF_ORDER: define('The writer received slot {slot} after slot {head}.'),
  MENDING_OUTDATED: define(
    'A fork was rolled back while the index was compared with the chain. Nothing was repaired.',
    {
      retryable: true,
    },
  ),
  WRITER_CLOSED: define('The writer is closed and does not accept any more slots.'),
  STORE_HELD: define(
    "`{command}` (process {pid} on {host}, since {since}) already holds the store's {what}. Stop it first, or use another store.",
    { exit: 2 },
  ),
  LEASE_LAPSED: define(
    "The lease on the store's {what} was not renewed in time. Writing waits until it is renewed.",
    { retryable: true },
  ),
  LEASE_LOST: define("This process has lost the lease on the store's {what} and stops writing: {reason}."),
  STREAM_REFUSED: define(
    'The Yellowstone server refused the subscription: {detail}. Check YELLOWSTONE_ENDPOINT, YELLOWSTONE_X_TOKEN and what your plan allows.',
    { exit: 2 },
  ),
  CHAIN_BEHIND_STORE: define(
    'The index is at slot {stored}, but the chain is only at {chain}. This is probably another or a restarted chain: use another {store} for it.',
    { exit: 2 },
  ),
  SNAPSHOT_UNSTABLE: define(
    "The program's accounts could not be read at one slot in {attempts} attempts, because new launches kept appearing. Try again.",
    { retryable: true },
  ),
  AUDIT_INDEX_EMPTY: define(
    'Nothing has been indexed yet, so there is nothing to compare with the chain. Run `launchlens index` first.',
    {
      exit: 2,
      retryable: true,
    },
  ),
  AUDIT_REPAIRS_ELSEWHERE: define(
    '--repair does not work with a ClickHouse server: the indexer repairs the index in its own audits. Run without --repair.',
    { exit: 2 },
  ),
};
