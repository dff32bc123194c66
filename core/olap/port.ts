import { type ZodType, z } from 'zod';
import type { SharedObjects } from '../kernel/shared-objects.ts';
import type { ColumnBlock } from './native/column-block.ts';
import type { EngineException } from './rejection.ts';
import type { EncodedRows } from './row-binary.ts';

/**
 * How the values of ClickHouse columns arrive, for row schemas. Select binary columns as text (`base58Encode(x)`,
 * `hex(x)`): raw bytes do not survive JSON.
 */

/** UInt64, UInt128, UInt256: a decimal string, parsed to bigint. */
export const unsignedColumn = z
  .string()
  .regex(/^[0-9]+$/)
  .transform((text) => BigInt(text));

/** Int64, Int128: a decimal string, parsed to bigint. */
export const signedColumn = z
  .string()
  .regex(/^-?[0-9]+$/)
  .transform((text) => BigInt(text));

/** UInt8, UInt16, UInt32: a JSON number. */
export const smallColumn = z.int().min(0).max(0xffff_ffff);

/** UInt8 used as a flag. */
export const flagColumn = z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1);

/** `hex(x)`, parsed to bytes. */
export const hexColumn = z
  .string()
  .regex(/^(?:[0-9A-F]{2})*$/)
  .transform((text): Buffer => Buffer.from(text, 'hex'));

/** DateTime64(3, 'UTC'), parsed to milliseconds since the Unix epoch. */
export const timestampColumn = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/)
  .transform((text) => Date.parse(`${text.replace(' ', 'T')}Z`))
  .refine((milliseconds) => !Number.isNaN(milliseconds), { error: 'no time' });

/**
 * Values of `{name:Type}` placeholders; numbers must be whole and safe. Binary values are bound as
 * `unhex({name:String})` by the SQL itself.
 */
export type SqlParameters = Readonly<
  Record<string, string | number | bigint | boolean | readonly (string | number | bigint)[]>
>;

export interface Statement {
  readonly sql: string;
  readonly parameters?: SqlParameters;
  readonly signal?: AbortSignal | undefined;
  /**
   * Called before a connection is taken. Whoever shares the lane among clients implements it to schedule
   * statements.
   */
  readonly turn?: Turn;
}

/**
 * Resolves when a statement may run, or rejects; the result is called when its connection is free again.
 * @param connections how many statements the lane runs at the same time
 */
export type Turn = (connections: number, signal: AbortSignal) => Promise<() => void>;

/** A condition that the store itself checks when it executes an insert. */
export interface Fence {
  readonly sql: string;
  readonly parameters: SqlParameters;
}

/**
 * A way to ClickHouse. Lanes run concurrently; the writer lane runs its statements one after another, the others
 * a few at once. 64-bit and wider integers always arrive as decimal strings (see the columns above),
 * and binary columns must be selected as text. An aborted statement rejects with the signal's reason.
 */
export interface OlapLane {
  /** Runs a SELECT without FORMAT clause and parses every row with `row`. */
  query<Row>(statement: Statement, row: ZodType<Row>): Promise<Row[]>;
  /** Streams a SELECT without FORMAT clause with bounded memory; ends early when the consumer stops. */
  stream<Row>(statement: Statement, row: ZodType<Row>): AsyncIterable<readonly Row[]>;
  /**
   * Runs a statement that returns no rows (DDL, ALTER, INSERT ... SELECT), or several, as `splitStatements` tells them
   * apart: an embedded store runs them in one go. Each must be safe to run twice.
   */
  command(statement: Statement): Promise<void>;
  /**
   * Appends one block of columns in ClickHouse's Native format, or encoded rows; an empty one does nothing. Acknowledged
   * means durable. The block must not change until then. After an abort it is unknown whether the rows were inserted. A
   * server accepts the rows only while `fence` is true; an embedded store has one process and ignores it.
   */
  insert(table: string, rows: ColumnBlock | EncodedRows, signal?: AbortSignal, fence?: Fence): Promise<void>;
}

/** A column of a table, as the schema types it. */
export interface ColumnType {
  readonly name: string;
  readonly type: string;
}

/** Whole answers to and from Parquet files on this machine, in bounded memory. */
export interface OlapFiles {
  /** Writes the answer of a SELECT without FORMAT clause to a new file. @throws OLAP_FILE_FAILED */
  write(statement: Statement, path: string): Promise<void>;
  /**
   * Appends the rows of a file to a table. Not retried automatically, because a failed attempt may leave rows.
   * @throws OLAP_FILE_FAILED
   */
  read(path: string, into: FileTarget): Promise<void>;
}

export interface FileTarget {
  readonly table: string;
  readonly columns: readonly ColumnType[];
  readonly signal?: AbortSignal;
}

/** The database of one followed program. Only letters, digits and underscores, since names cannot be parameters. */
export type DatabaseName = `launchlens_${string}`;

/** ClickHouse's names of the formats that others may have answers in. */
export type GuestFormat = 'JSONCompact' | 'CSVWithNames' | 'JSONEachRow' | 'Parquet' | 'Arrow';

/** A statement that was written by somebody else. */
export interface GuestStatement {
  readonly sql: string;
  readonly format: GuestFormat;
  /** Bounds and forms of the answer; `readonly` is always set. */
  readonly settings: Readonly<Record<string, string | number>>;
  readonly signal: AbortSignal;
  /** It reads no rows of the index, so it need not wait until the newest are in the store. */
  readonly readsNothing?: true;
}

/** The answer of a statement that was written by somebody else, or why the engine has none. */
export type GuestAnswer =
  | { readonly kind: 'answered'; readonly bytes: Uint8Array }
  | { readonly kind: 'rejected'; readonly exception: EngineException };

/**
 * Statements of others, a few at once, which wait for each other and for no one else. Each runs in a session of its own
 * that can change neither data nor settings, in a database without tables. The engine must be told apart what it may
 * read: this alone keeps nobody from other databases.
 */
export interface GuestLane {
  /** @throws OLAP_UNREACHABLE, OLAP_CLOSED, and the signal's reason */
  ask(statement: GuestStatement): Promise<GuestAnswer>;
}

/** A ClickHouse: a server through `@clickhouse/client`, or chDB in this process. One suite tests both. */
export interface Olap {
  readonly kind: 'server' | 'embedded';
  /** The indexer's writes. */
  readonly writer: OlapLane;
  /** Short reads of the API. */
  readonly reader: OlapLane;
  /** Long reads: exports, audits, the initial load of the latest-state store. */
  readonly scanner: OlapLane;
  /** Leases: short statements that must not wait behind any other. */
  readonly control: OlapLane;
  readonly files: OlapFiles;
  readonly guests: GuestLane;
  /** What this process keeps for the store, for as long as it is open. */
  readonly shared: SharedObjects;
  /**
   * The same store with another database, which is created if missing: lanes and shared objects of its own. Everyone
   * who asks for one name gets the same one; it closes with this one.
   */
  database(name: DatabaseName): Promise<Olap>;
  /** One line naming the store, without credentials, for display. */
  describe(): string;
  close(): Promise<void>;
}
