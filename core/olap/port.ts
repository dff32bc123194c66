import type { ZodType } from 'zod';
import type { ColumnBlock } from './native/column-block.ts';

/** Values of `{name:Type}` placeholders. Binary values are bound as `unhex({name:String})` by the SQL itself. */
export type SqlParameters = Readonly<
  Record<string, string | number | bigint | boolean | readonly (string | number | bigint)[]>
>;

export interface Statement {
  readonly sql: string;
  readonly parameters?: SqlParameters;
  readonly signal?: AbortSignal;
}

/**
 * One connection to ClickHouse. Statements of one lane run one after another; lanes run side by side.
 * 64-bit and wider integers always arrive as decimal strings.
 */
export interface OlapLane {
  /** Runs a SELECT without FORMAT clause and parses every row by `row`. */
  query<Row>(statement: Statement, row: ZodType<Row>): Promise<Row[]>;
  /** Streams a SELECT with bounded memory; ends early when the consumer stops. */
  stream<Row>(statement: Statement, row: ZodType<Row>): AsyncIterable<readonly Row[]>;
  /** Runs a statement that gives no rows (DDL, ALTER, INSERT ... SELECT). */
  command(statement: Statement): Promise<void>;
  /** Appends one block of columns in ClickHouse's Native format. Acknowledged means durable. */
  insert(table: string, block: ColumnBlock): Promise<void>;
}

/** A ClickHouse: a server by `@clickhouse/client`, or chDB in this process. The same suite runs over both. */
export interface Olap {
  readonly kind: 'server' | 'embedded';
  /** The indexer's writes. */
  readonly writer: OlapLane;
  /** Short reads of the API. */
  readonly reader: OlapLane;
  /** Long reads: exports, audits, first load of the latest-state store. */
  readonly scanner: OlapLane;
  /** One line naming what is reached, without credentials, for people. */
  describe(): string;
  close(): Promise<void>;
}
