import type { ProgramColumn, ProgramType } from './program-types.ts';
import { readableSql, readableType } from './readable.ts';

/** The IDL by which the accounts of an index are decoded: `sha256`; no row before the first one is kept. */
export const NEWEST_IDL = 'SELECT sha256 FROM idl ORDER BY at DESC LIMIT 1';

/** The columns of `account_versions` with which every table of versions begins. */
export const VERSION_COLUMNS = {
  address: 'FixedString(32)',
  slot: 'UInt64',
  write_version: 'UInt64',
  revision: 'UInt64',
  correction: 'UInt64',
  closed: 'UInt8',
  lamports: 'UInt64',
  signature: 'FixedString(64)',
  changed_slot: 'UInt64',
} as const;

/**
 * Statements that create the tables and views of a program's types, and add the columns of a newer IDL to those that exist:
 * `existing`. Safe to repeat.
 */
export function schemaOf(
  types: readonly ProgramType[],
  existing: ReadonlySet<string> = new Set(),
): readonly string[] {
  return types.flatMap((type) => {
    const { versions, view, columns } = type;
    const fields = columns.map(({ name, layout }) => ({ name, type: readableType(layout) }));
    const created = viewOf(view, [...LATEST_COLUMNS, ...fields], latestOf(type, CHECKPOINT));
    if (!existing.has(versions)) return [tableOf(type), created];
    // An account without fields has none to add.
    const added =
      columns.length === 0 ? [] : [`ALTER TABLE ${quoted(versions)} ${columns.map(addition).join(', ')}`];
    return [...added, `DROP VIEW IF EXISTS ${quoted(view)}`, created];
  });
}

/** What the view of a type has before its fields. */
const LATEST_COLUMNS = [
  { name: 'address', type: 'String' },
  { name: 'lamports', type: 'UInt64' },
  { name: 'updated_slot', type: 'UInt64' },
];

/** Creates a view. With its columns declared, ClickHouse need not find them out, which takes longer than all else. */
export function viewOf(
  view: string,
  columns: readonly { readonly name: string; readonly type: string }[],
  select: string,
): string {
  const declarations = columns.map(({ name, type }) => `${quoted(name)} ${type}`);
  return `CREATE VIEW IF NOT EXISTS ${quoted(view)} (${declarations.join(', ')}) AS ${select}`;
}

function tableOf({ versions, columns }: ProgramType): string {
  const shared = Object.entries(VERSION_COLUMNS).map(([name, type]) => `${name} ${type}`);
  return `CREATE TABLE IF NOT EXISTS ${quoted(versions)}
(
    ${[...shared, ...columns.map(declared)].join(',\n    ')},
    INDEX slot_minmax slot TYPE minmax GRANULARITY 1,
    INDEX revision_minmax revision TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (address, slot, correction)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;
}

function addition(column: ProgramColumn): string {
  return `ADD COLUMN IF NOT EXISTS ${declared(column)}`;
}

function declared({ name, type }: ProgramColumn): string {
  return `${quoted(name)} ${type}`;
}

/** SQL expressions that bound a read: changes up to `slot`, in rows of at most `revision`. */
export interface Bounds {
  readonly slot: string;
  readonly revision: string;
}

const CHECKPOINT: Bounds = {
  slot: '(SELECT slot FROM checkpoint)',
  revision: '(SELECT revision FROM checkpoint)',
};

/**
 * A SELECT of the latest state of every open account of a type, keys as base58. An account counts by its newest row in
 * `account_versions`: later bytes may be of another type, or not decode.
 */
export function latestOf({ name, versions, columns }: ProgramType, { slot, revision }: Bounds): string {
  const bounded = `slot <= ${slot} AND revision <= ${revision}`;
  const fields = columns.map(
    ({ name: column, layout }) => `${readableSql(layout, `latest.${quoted(column)}`)} AS ${quoted(column)}`,
  );
  return `SELECT
    base58Encode(latest.address) AS address,
    latest.lamports AS lamports,
    if(latest.changed_slot = 0, latest.slot, latest.changed_slot) AS updated_slot${fields.map((field) => `,\n    ${field}`).join('')}
FROM
(
    SELECT *
    FROM ${quoted(versions)}
    WHERE ${bounded}
    ORDER BY address, slot DESC, revision DESC
    LIMIT 1 BY address
) AS latest
WHERE latest.closed = 0 AND (latest.address, latest.slot) IN
(
    SELECT account.address, account.slot
    FROM
    (
        SELECT address, slot, closed, type, undecodable
        FROM account_versions
        WHERE ${bounded}
        ORDER BY address, slot DESC, revision DESC
        LIMIT 1 BY address
    ) AS account
    WHERE account.closed = 0 AND account.type = '${name}' AND account.undecodable = ''
)`;
}

/**
 * A SELECT of every version of the accounts of a type up to the checkpoint, keys as base58. `database` is the program's,
 * and `checkpoint` what names the slot.
 */
export function versionsOf({ versions, columns }: ProgramType, database: string, checkpoint: string): string {
  const fields = columns.map(
    ({ name, layout }) => `${readableSql(layout, `version.${quoted(name)}`)} AS ${quoted(name)}`,
  );
  return `SELECT
    base58Encode(version.address) AS address,
    version.slot AS slot,
    version.lamports AS lamports,
    version.closed AS closed,
    version.changed_slot AS changed_slot,
    if(version.signature = toFixedString('', 64), NULL, base58Encode(version.signature)) AS signature${fields.map((field) => `,\n    ${field}`).join('')}
FROM
(
    SELECT *
    FROM ${database}.${quoted(versions)}
    WHERE slot <= (SELECT slot FROM ${checkpoint}) AND revision <= (SELECT revision FROM ${checkpoint})
    ORDER BY address, slot, revision DESC
    LIMIT 1 BY address, slot
) AS version`;
}

/** Names of an IDL have only letters, digits and underscores. */
export function quoted(name: string): string {
  return `\`${name}\``;
}
