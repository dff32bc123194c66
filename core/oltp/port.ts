import type { ZodType } from 'zod';

/** Values of `$1`, `$2`, …; numbers must be whole and safe. A list becomes an array of the column's type. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | null
  | readonly (string | number | bigint)[];

/**
 * Statements of one connection. Every value of an answer arrives as PostgreSQL's own text, or null: see `columns.ts`
 * for row schemas.
 */
export interface Queries {
  /** Runs one statement and parses every row that it gives by `row`. @throws OLTP_CONFLICT, OLTP_BAD_ROW, … */
  query<Row>(sql: string, values: readonly SqlValue[], row: ZodType<Row>): Promise<Row[]>;
  /** Runs one statement that gives no rows, and says how many it wrote. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /** Runs any number of statements without values: a step of the schema. */
  script(sql: string): Promise<void>;
}

export const ISOLATION_LEVELS = ['read committed', 'repeatable read', 'serializable'] as const;

export interface TransactionOptions {
  /** PostgreSQL's default, `read committed`, when left out. */
  readonly isolation?: (typeof ISOLATION_LEVELS)[number];
}

/** A PostgreSQL: a server by `pg`, or PGlite in this process. The same suite runs over both. */
export interface Oltp extends Queries {
  readonly kind: 'server' | 'embedded';
  /**
   * Runs `work` in a transaction: all of it or nothing. Where transactions got into each other's way (serialization
   * failure, deadlock) it is run again from its beginning, so it must do nothing but query. It must use the queries
   * that it is given: the embedded store has one connection, and others wait for it.
   * When the connection breaks during the commit it is unknown whether it happened.
   */
  transaction<Value>(
    work: (queries: Queries) => Promise<Value>,
    options?: TransactionOptions,
  ): Promise<Value>;
  /** One line naming what is reached, without credentials, for people. */
  describe(): string;
  /** Waits for statements under way; later ones are refused. @throws OLTP_CLOSED from then on */
  close(): Promise<void>;
}
