import { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import { type IndexTables, LAUNCH_TABLES } from './index-tables.ts';

/** The transactions of a slot in the index. Keys and signatures are base58. */
export interface SlotWriters {
  /** By account, the transaction whose write the index has; undefined for a state read at the slot. */
  readonly accounts: ReadonlyMap<string, string | undefined>;
  /** Transactions whose movements the index has. */
  readonly movements: ReadonlySet<string>;
}

export interface WritersQuestion {
  /** Both included. */
  readonly from: bigint;
  readonly to: bigint;
  /** In rows of at most this revision. */
  readonly revision: bigint;
  readonly signal: AbortSignal;
}

const within = 'slot BETWEEN {from:UInt64} AND {to:UInt64} AND revision <= {revision:UInt64}';

function statementOf({ accounts, movements }: IndexTables): string {
  const versions = accounts.map(
    (table) => `SELECT slot AS number, revision AS row_revision, address AS account, signature AS writer
  FROM ${table} WHERE ${within}`,
  );
  const moved = movements.map(
    (table) => `
    UNION ALL
    SELECT DISTINCT slot, toUInt64(0) AS row_revision, toFixedString('', 32), signature FROM ${table} WHERE ${within}`,
  );
  // A backfilled row without a signature repeats the index's own state.
  return `SELECT number, base58Encode(account) AS key,
    if(row_revision > 0 AND writer = toFixedString('', 64), '', base58Encode(writer)) AS signature
  FROM
  (
    SELECT * FROM (${versions.join(' UNION ALL ')}) ORDER BY number, account, row_revision DESC LIMIT 1 BY number, account${moved.join('')}
  )`;
}

/** `base58Encode` of the zeros in rows that name no account. */
const NO_ACCOUNT = '1'.repeat(32);

const writerRow = z.object({ number: unsignedColumn, key: z.string(), signature: z.string() });

/** What the index has of a range of slots; slots without anything are omitted. */
export async function slotWriters(
  lane: OlapLane,
  { from, to, revision, signal }: WritersQuestion,
  tables: IndexTables = LAUNCH_TABLES,
): Promise<ReadonlyMap<bigint, SlotWriters>> {
  const rows = await lane.query(
    { sql: statementOf(tables), parameters: { from, to, revision }, signal },
    writerRow,
  );
  const slots = new Map<bigint, { accounts: Map<string, string | undefined>; movements: Set<string> }>();
  for (const { number, key, signature } of rows) {
    const slot = slots.get(number) ?? { accounts: new Map(), movements: new Set() };
    slots.set(number, slot);
    if (key === NO_ACCOUNT) slot.movements.add(signature);
    else slot.accounts.set(key, signature === '' ? undefined : signature);
  }
  return slots;
}
