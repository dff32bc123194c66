import type { OlapLane } from '../../../core/olap/port.ts';

/** The slot of version `n` is `FIRST_SLOT + n / 100`: a hundred pledges change in each slot. */
export const FIRST_SLOT = 300_000_000;

export interface Shape {
  readonly launches: number;
  /** Pledges of each launch. */
  readonly pledges: number;
  readonly versions: number;
  /** Wallets that the pledges are spread over. */
  readonly wallets: number;
}

/** SQL for the 32 bytes of wallet `n`. */
export function walletKey(n: string): string {
  return `reinterpretAsFixedString(SHA256(toString(${n})))`;
}

/**
 * Versions of pledges over launches, wallets and slots, made by the engine itself: version `n` is of pledge
 * `n % (launches * pledges)`. The columns that answer nothing here keep random bytes, so that rows weigh what they
 * weigh in life.
 */
export function fillSql(table: string, { launches, pledges, wallets }: Shape): string {
  return `INSERT INTO ${table}
      (launch_id, pledger, slot, address, amount, refunded, write_version, revision, signature)
    SELECT
      intDiv(number % ${launches * pledges}, ${pledges}),
      ${walletKey(`(number % ${launches * pledges}) % ${wallets}`)},
      ${FIRST_SLOT} + intDiv(number, 100),
      randomFixedString(32),
      cityHash64(number) % 1000000000,
      number % 97 = 0,
      number,
      1 + intDiv(number, 10000),
      randomFixedString(64)
    FROM numbers({from:UInt64}, {count:UInt64})`;
}

const STEP = 500_000;

/** Fills in steps, as batches come in life, so that the table has parts of several sizes. */
export async function fill(lane: OlapLane, table: string, shape: Shape): Promise<void> {
  for (let from = 0; from < shape.versions; from += STEP) {
    const count = Math.min(STEP, shape.versions - from);
    await lane.command({ sql: fillSql(table, shape), parameters: { from, count } });
  }
}
