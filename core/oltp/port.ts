import type { ZodType } from 'zod';
import type { SharedObjects } from '../kernel/shared-objects.ts';

/**
 * Values of `$1`, `$2`, …; numbers must be whole and safe. A list becomes an array of the column's type, and undefined is
 * NULL.
 */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | undefined
  | readonly (string | number | bigint)[];

/**
 * Statements of one connection. Every value arrives as PostgreSQL's own text, or null: see `columns.ts` for row
 * schemas.
 */
export interface Queries {
  /** Runs one statement and parses every returned row with `row`. @throws OLTP_CONFLICT, OLTP_BAD_ROW, … */
  query<Row>(sql: string, values: readonly SqlValue[], row: ZodType<Row>): Promise<Row[]>;
  /** Runs one statement that returns no rows, and returns how many it wrote. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
  /** Runs any number of statements without values: a migration. */
  script(sql: string): Promise<void>;
}

const ISOLATION_LEVELS = ['read committed', 'repeatable read', 'serializable'] as const;

export interface TransactionOptions {
  /** Defaults to PostgreSQL's `read committed`. */
  readonly isolation?: (typeof ISOLATION_LEVELS)[number];
}

/** A PostgreSQL: a server through `pg`, or PGlite in this process. One suite tests both. */
export interface Oltp extends Queries {
  readonly kind: 'server' | 'embedded';
  /** What this process keeps for the store, for as long as it is open. */
  readonly shared: SharedObjects;
  /**
   * Runs `work` in a transaction. If transactions collide (serialization failure, deadlock), it runs again from
   * the start, so it must only query. It must use the queries that it is given: the embedded store has one
   * connection, and others wait for it. If the connection breaks during the commit, it is unknown whether it
   * happened.
   */
  transaction<Value>(
    work: (queries: Queries) => Promise<Value>,
    options?: TransactionOptions,
  ): Promise<Value>;
  /** How many statements have written so far; undefined for a server, to which other processes write too. */
  writes(): number | undefined;
  /** One line naming the store, without credentials, for display. */
  describe(): string;
  /** Waits for running statements; later ones are refused. @throws OLTP_CLOSED from then on */
  close(): Promise<void>;
}
