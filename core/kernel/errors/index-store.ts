import { define } from './definition.ts';

export const indexStoreErrors = {
  INDEX_IDENTITY_MISMATCH: define(
    'The index was built with {name} {stored}, not {configured}. Restore the setting, or use another DATA_DIR or CLICKHOUSE_URL for the new value.',
    { exit: 2 },
  ),
  INDEX_IDL_CHANGED: define<{ stored: string }>(
    ({ stored }) =>
      `The index was decoded with another version of the IDL (${stored.slice(0, 12)}). Run \`launchlens backfill redecode\`, which decodes the stored accounts again without the chain.`,
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
