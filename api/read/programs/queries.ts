import { quoted } from '../../../idl/anchor/program-tables.ts';
import { CHANGED_SLOT } from '../../../idl/newest-versions.ts';
import type { Order } from './where/order.ts';
import type { Condition } from './where/where.ts';

/** Text of the queries whose tables and columns come from an IDL. Each is bounded by `slot` and `revision`. */

const BOUNDS = 'slot <= {slot:UInt64} AND revision <= {revision:UInt64}';

/** The newest version of each account. */
export function newest(columns: string, where = '1'): string {
  return `SELECT ${columns}
FROM account_versions
WHERE ${where} AND ${BOUNDS}
ORDER BY address, slot DESC, revision DESC
LIMIT 1 BY address`;
}

/** How many open accounts there are of each type; '' stands for those of no known type. */
export const COUNTS = `-- program counts
SELECT toString(type) AS type_name, countIf(undecodable = '') AS decodable, countIf(undecodable != '') AS undecodable_count
FROM (${newest('address, type, undecodable, closed')})
WHERE closed = 0
GROUP BY type_name`;

const BETWEEN = 'slot > {low:UInt64} AND slot <= {high:UInt64} AND revision <= {revision:UInt64}';

/** How many rows lie between two slots, and how many at or below a slot are newer than a revision. */
export const ROWS_BETWEEN = `-- program rows between slots
SELECT
  (SELECT count() FROM account_versions WHERE ${BETWEEN}) AS changed,
  (
    SELECT count()
    FROM account_versions
    WHERE slot <= {known_slot:UInt64} AND revision > {known_revision:UInt64} AND revision <= {revision:UInt64}
  ) AS earlier`;

/** By how much the counts at the higher slot differ from those at the lower one. */
export const COUNTS_CHANGED = `-- program counts between slots
SELECT type_name, sum(if(decodes, change, 0)) AS decodable, sum(if(decodes, 0, change)) AS undecodable_count
FROM (${changedAt('high', 1)} UNION ALL ${changedAt('low', -1)})
GROUP BY type_name`;

function changedAt(bound: 'low' | 'high', change: 1 | -1): string {
  return `SELECT toString(type) AS type_name, undecodable = '' AS decodes, toInt64(${change}) AS change
FROM
(
  SELECT address, type, undecodable, closed
  FROM account_versions
  WHERE address IN (SELECT address FROM account_versions WHERE ${BETWEEN})
    AND slot <= {${bound}:UInt64} AND revision <= {revision:UInt64}
  ORDER BY address, slot DESC, revision DESC
  LIMIT 1 BY address
)
WHERE closed = 0`;
}

export const OF_TYPE = "closed = 0 AND type = {type:String} AND undecodable = ''";
export const AFTER = '({from_start:Bool} OR address > unhex({after:String}))';

/** The addresses of a type in their own order: it ends as soon as the page is full. */
export const BY_ADDRESS = `-- program accounts by address
SELECT hex(address) AS address_hex
FROM (${newest('address, type, undecodable, closed', AFTER)})
WHERE ${OF_TYPE}
LIMIT {limit:UInt32}`;

/** The rows of a type's table that show its accounts as they were: later bytes may be of another type, or not decode. */
export function matching(versions: string, columns: string, where: string, accounts = '1'): string {
  return `SELECT ${columns}
FROM ${quoted(versions)}
WHERE ${BOUNDS} AND (address, slot, revision) IN
(
  SELECT address, slot, revision
  FROM (${newest('address, slot, revision, type, undecodable, closed', accounts)})
  WHERE ${OF_TYPE}
) AND ${where}`;
}

export function countMatching(versions: string, { sql }: Condition): string {
  return `-- program accounts that match
${matching(versions, 'toUInt64(uniqExact(address)) AS matching', `(${sql})`)}`;
}

/** The addresses of a type that meet a condition, in an order; by address without one. */
export function byOrder(versions: string, { sql }: Condition, order: Order | undefined): string {
  const { missing, value, descending } = order ?? { missing: 'false', value: 'false', descending: false };
  // Longer than names of fields tend to be, since an alias hides a column.
  const ranks = `(${missing}) AS launchlens_missing, ${value} AS launchlens_value`;
  const before = descending ? '<' : '>';
  // The place after which the page begins is where its account was at the same slot.
  const last = 'address = unhex({after:String})';
  const place = `SELECT (any(launchlens_missing), any(launchlens_value))
FROM (${matching(versions, ranks, last, last)} LIMIT 1)`;
  const after = `{from_start:Bool}
  OR launchlens_missing > launchlens_place.1
  OR (launchlens_missing = launchlens_place.1 AND launchlens_value ${before} launchlens_place.2)
  OR (launchlens_missing = launchlens_place.1 AND launchlens_value = launchlens_place.2 AND address > unhex({after:String}))`;
  return `-- program accounts in an order
WITH (${place}) AS launchlens_place
SELECT hex(address) AS address_hex
FROM (${matching(versions, `address, ${ranks}`, `(${sql})`)} LIMIT 1 BY address)
WHERE ${after}
ORDER BY launchlens_missing, launchlens_value ${descending ? 'DESC' : 'ASC'}, address
LIMIT {limit:UInt32}`;
}

/** The named accounts as they are. @param addresses expressions of their bytes */
export function accountsAt(addresses: readonly string[]): string {
  const columns = `address, toString(type) AS type_name, undecodable, closed, lamports, ${CHANGED_SLOT} AS updated_slot, data`;
  return `-- program accounts
SELECT hex(address) AS address_hex, type_name, undecodable, lamports, updated_slot, hex(data) AS data_hex
FROM (${newest(columns, `address IN (${addresses.join(', ')})`)})
WHERE closed = 0`;
}

/** How many bytes the named accounts have. */
export function sizesAt(addresses: readonly string[]): string {
  return `-- program account sizes
SELECT hex(address) AS address_hex, size
FROM (${newest('address, closed, length(data) AS size', `address IN (${addresses.join(', ')})`)})
WHERE closed = 0`;
}

/** How often an account was of a type; of any for ''. */
export const EVER = `-- program account existence
SELECT count() AS versions
FROM account_versions
WHERE address = unhex({address:String}) AND ({type:String} = '' OR type = {type:String}) AND ${BOUNDS}`;

/** Versions of one account, newest first, with a digest of their bytes. */
export const VERSIONS = `-- program account versions
SELECT slot AS at_slot, ${CHANGED_SLOT} AS changed_at, closed, lamports,
  toString(type) AS type_name, hex(sipHash128(data)) AS digest, length(data) AS bytes
FROM account_versions
WHERE address = unhex({address:String}) AND slot < {below:UInt64} AND ${BOUNDS}
ORDER BY slot DESC, revision DESC
LIMIT 1 BY slot
LIMIT {limit:UInt32}`;

/** The bytes of some versions of one account. */
export const BYTES = `-- program account bytes
SELECT slot AS at_slot, hex(data) AS data_hex
FROM account_versions
WHERE address = unhex({address:String}) AND slot IN ({slots:Array(UInt64)}) AND ${BOUNDS}
ORDER BY slot DESC, revision DESC
LIMIT 1 BY slot`;

/** Accounts with a row after a slot that meets a condition, by address. */
export function changedAfter(where: string): string {
  return `-- program accounts that changed
SELECT hex(address) AS address_hex
FROM account_versions
WHERE slot > {after_slot:UInt64} AND ${where} AND ${BOUNDS}
GROUP BY address
ORDER BY address
LIMIT {limit:UInt32}`;
}

/** How many rows after a slot meet a condition, up to one. */
export function changedSince(where: string): string {
  return `-- whether program accounts changed
SELECT count() AS changed
FROM
(
  SELECT 1
  FROM account_versions
  WHERE slot > {after_slot:UInt64} AND ${where} AND ${BOUNDS}
  LIMIT 1
)`;
}

/** Whether there is an instruction or event after a slot. */
export const CALLED_SINCE = `-- whether program instructions or events are new
SELECT count() AS changed
FROM
(
  SELECT 1 FROM program_instructions WHERE slot > {after_slot:UInt64} AND ${BOUNDS} LIMIT 1
  UNION ALL
  SELECT 1 FROM program_events WHERE slot > {after_slot:UInt64} AND ${BOUNDS} LIMIT 1
)`;

/** Those of the named accounts that are of a type and meet a condition. @param addresses expressions of their bytes */
export function matchingOf(
  versions: string | undefined,
  { sql }: Condition,
  addresses: readonly string[],
): string {
  const named = `address IN (${addresses.join(', ')})`;
  return `-- program accounts of some that match
SELECT DISTINCT hex(address) AS address_hex
FROM (${
    versions === undefined
      ? `SELECT address FROM (${newest('address, type, undecodable, closed', named)}) WHERE ${OF_TYPE}`
      : matching(versions, 'address', `(${sql})`, named)
  })`;
}
