import { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../core/olap/port.ts';

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

const TABLES = [
  'launch_versions',
  'pledge_versions',
  'token_account_versions',
  'mint_versions',
  'quarantine',
] as const;

const within = 'slot BETWEEN {from:UInt64} AND {to:UInt64} AND revision <= {revision:UInt64}';
const accounts = TABLES.map(
  (table) => `SELECT slot AS number, revision AS row_revision, address AS account, signature AS writer
  FROM ${table} WHERE ${within}`,
);
/** A backfilled row without a signature repeats the index's own state. */
const SQL = `SELECT number, base58Encode(account) AS key,
    if(row_revision > 0 AND writer = toFixedString('', 64), '', base58Encode(writer)) AS signature
  FROM
  (
    SELECT * FROM (${accounts.join(' UNION ALL ')}) ORDER BY number, account, row_revision DESC LIMIT 1 BY number, account
    UNION ALL
    SELECT DISTINCT slot, toUInt64(0) AS row_revision, toFixedString('', 32), signature FROM escrow_flows WHERE ${within}
    UNION ALL
    SELECT DISTINCT slot, toUInt64(0) AS row_revision, toFixedString('', 32), signature FROM treasury_transfers WHERE ${within}
  )`;

/** `base58Encode` of the zeros in rows that name no account. */
const NO_ACCOUNT = '1'.repeat(32);

const writerRow = z.object({ number: unsignedColumn, key: z.string(), signature: z.string() });

/** What the index has of a range of slots; slots without anything are omitted. */
export async function slotWriters(
  lane: OlapLane,
  { from, to, revision, signal }: WritersQuestion,
): Promise<ReadonlyMap<bigint, SlotWriters>> {
  const rows = await lane.query({ sql: SQL, parameters: { from, to, revision }, signal }, writerRow);
  const slots = new Map<bigint, { accounts: Map<string, string | undefined>; movements: Set<string> }>();
  for (const { number, key, signature } of rows) {
    const slot = slots.get(number) ?? { accounts: new Map(), movements: new Set() };
    slots.set(number, slot);
    if (key === NO_ACCOUNT) slot.movements.add(signature);
    else slot.accounts.set(key, signature === '' ? undefined : signature);
  }
  return slots;
}
