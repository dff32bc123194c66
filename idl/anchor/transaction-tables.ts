import type { Layout } from './layout.ts';
import { quoted, viewOf } from './program-tables.ts';
import type { ProgramCalls, ProgramEvent, ProgramInstruction } from './program-types.ts';
import { readableSql, readableType } from './readable.ts';
import {
  EVENT_COLUMNS,
  EVENT_IDENTITY,
  EVENT_PLACE,
  INCOMPLETE_IDENTITY,
  INSTRUCTION_COLUMNS,
  INSTRUCTION_IDENTITY,
  INSTRUCTION_PLACE,
  OF_TRANSACTION,
} from './transaction-columns.ts';

/** A column of what SQL of people shows of `row`. */
interface ShownColumn {
  readonly name: string;
  readonly sql: string;
  readonly type: string;
}

const TRANSACTION: readonly ShownColumn[] = [
  { name: 'signature', sql: 'base58Encode(row.signature)', type: 'String' },
  ...plain({ block_time: OF_TRANSACTION.block_time }),
];
const RAW = { type: 'LowCardinality(String)', undecodable: 'String' } as const;

/** Every account may be missing, in rows from before an IDL that names it as well. */
const ACCOUNT_COLUMN = 'Nullable(FixedString(32))';

/** The table of one instruction or event. */
export interface TransactionTable {
  readonly name: string;
  /** What the row is of: 'instruction' or 'event'. */
  readonly kind: 'instruction' | 'event';
  readonly table: string;
  readonly view: string;
  /** What identifies a row: among rows with the same one, the greatest revision counts. */
  readonly identity: string;
  /** Every column with its type, those that all tables of the kind have first. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** What SQL of people shows of `row`, keys as base58. */
  readonly shown: readonly ShownColumn[];
}

/** The tables of all instructions and events, as bytes, and of transactions of which something may be missing. */
export const RAW_TRANSACTION_TABLES: readonly Pick<TransactionTable, 'table' | 'identity' | 'shown'>[] = [
  {
    table: 'program_instructions',
    identity: INSTRUCTION_IDENTITY,
    shown: [
      ...plain(INSTRUCTION_PLACE),
      ...TRANSACTION,
      ...plain(RAW),
      {
        name: 'accounts',
        sql: 'arrayMap(at -> base58Encode(substring(row.accounts, at * 32 + 1, 32)), range(intDiv(length(row.accounts), 32)))',
        type: 'Array(String)',
      },
      ...plain({ data: 'String' }),
    ],
  },
  {
    table: 'program_events',
    identity: EVENT_IDENTITY,
    shown: [...plain(EVENT_PLACE), ...TRANSACTION, ...plain({ ...RAW, data: 'String' })],
  },
  {
    table: 'incomplete_transactions',
    identity: INCOMPLETE_IDENTITY,
    shown: [
      ...plain({ slot: 'UInt64', transaction_index: 'UInt32', reason: 'LowCardinality(String)' }),
      ...TRANSACTION,
    ],
  },
];

/** Whether a name is followed. */
export function isSelected(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.includes(name);
}

/** The tables of the instructions and events of a program that are followed. */
export function transactionTables(calls: ProgramCalls): readonly TransactionTable[] {
  const { instructions, events, selected } = calls;
  return [
    ...instructions.filter(({ name }) => isSelected(selected.instructions, name)).map(instructionTable),
    ...events.filter(({ name }) => isSelected(selected.events, name)).map(eventTable),
  ];
}

function instructionTable({ accounts, columns, ...one }: ProgramInstruction): TransactionTable {
  const named = accounts.map(({ column }) => column);
  return {
    ...{ name: one.name, kind: 'instruction', table: one.table, view: one.view },
    identity: INSTRUCTION_IDENTITY,
    columns: [
      ...listed(INSTRUCTION_COLUMNS),
      ...named.map((name) => ({ name, type: ACCOUNT_COLUMN })),
      ...columns.map(({ name, type }) => ({ name, type })),
    ],
    shown: [
      ...plain(INSTRUCTION_PLACE),
      ...TRANSACTION,
      ...named.map((name) => ({ name, sql: `base58Encode(row.${quoted(name)})`, type: 'Nullable(String)' })),
      {
        name: 'remaining_accounts',
        sql: 'arrayMap(x -> base58Encode(x), row.remaining_accounts)',
        type: 'Array(String)',
      },
      ...columns.map(shownColumn),
    ],
  };
}

function eventTable({ columns, ...one }: ProgramEvent): TransactionTable {
  return {
    ...{ name: one.name, kind: 'event', table: one.table, view: one.view },
    identity: EVENT_IDENTITY,
    columns: [...listed(EVENT_COLUMNS), ...columns.map(({ name, type }) => ({ name, type }))],
    shown: [...plain(EVENT_PLACE), ...TRANSACTION, ...columns.map(shownColumn)],
  };
}

/**
 * Statements that create these tables and views, and add the columns of a newer IDL to those that exist: `existing`. Safe
 * to repeat.
 */
export function transactionSchemaOf(
  calls: ProgramCalls,
  existing: ReadonlySet<string> = new Set(),
): readonly string[] {
  return transactionTables(calls).flatMap((one) => {
    const own = one.columns.map(({ name, type }) => `${quoted(name)} ${type}`);
    const view = viewOf(one.view, one.shown, transactionRowsOf(one, '', 'checkpoint'));
    if (!existing.has(one.table)) return [tableOf(one, own), view];
    const additions = own.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`);
    return [
      `ALTER TABLE ${quoted(one.table)} ${additions.join(', ')}`,
      `DROP VIEW IF EXISTS ${quoted(one.view)}`,
      view,
    ];
  });
}

function tableOf({ table, identity }: TransactionTable, columns: readonly string[]): string {
  return `CREATE TABLE IF NOT EXISTS ${quoted(table)}
(
    ${columns.join(',\n    ')},
    INDEX revision_minmax revision TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree(revision)
ORDER BY (${identity}, correction)
SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`;
}

/**
 * A SELECT of the rows of an instruction or event up to the checkpoint, keys as base58. `database` is the program's, and
 * `checkpoint` what names the slot; without a database, that in which it runs.
 */
export function transactionRowsOf(
  { table, identity, shown }: Pick<TransactionTable, 'table' | 'identity' | 'shown'>,
  database: string,
  checkpoint: string,
): string {
  const columns = shown.map(({ name, sql }) => `${sql} AS ${quoted(name)}`);
  return `SELECT
    ${columns.join(',\n    ')}
FROM
(
    SELECT *
    FROM ${database === '' ? '' : `${database}.`}${quoted(table)}
    WHERE slot <= (SELECT slot FROM ${checkpoint}) AND revision <= (SELECT revision FROM ${checkpoint})
    ORDER BY ${identity}, revision DESC
    LIMIT 1 BY ${identity}
) AS row`;
}

function listed(columns: Readonly<Record<string, string>>): TransactionTable['columns'] {
  return Object.entries(columns).map(([name, type]) => ({ name, type }));
}

function plain(columns: Readonly<Record<string, string>>): readonly ShownColumn[] {
  return Object.entries(columns).map(([name, type]) => ({ name, sql: `row.${quoted(name)}`, type }));
}

function shownColumn({ name, layout }: { readonly name: string; readonly layout: Layout }): ShownColumn {
  return { name, sql: readableSql(layout, `row.${quoted(name)}`), type: readableType(layout) };
}
