import { quoted } from '../../../../idl/anchor/program-tables.ts';
import { EVENT_IDENTITY, INSTRUCTION_IDENTITY } from '../../../../idl/anchor/transaction-columns.ts';
import type { Condition } from '../where/where.ts';

/** Text of the queries for instructions and events. Each is bounded by `slot` and `revision`. */

const BOUNDS = 'slot <= {slot:UInt64} AND revision <= {revision:UInt64}';

export type CallKind = 'instruction' | 'event';

/** The place of an instruction or event in the order of the chain. */
export interface CallPosition {
  readonly slot: bigint;
  readonly transaction: number;
  readonly order: bigint;
}

const high = (order: bigint): bigint => order >> 32n;
const low = (order: bigint): bigint => BigInt.asUintN(32, order);

/** `order` orders the rows of a transaction in 64 bits, and `identity` says in SQL which one a place is. */
const KINDS = {
  instruction: {
    raw: 'program_instructions',
    columns: INSTRUCTION_IDENTITY,
    order: 'toUInt64(instruction_index) * 4294967296 + inner_index',
    identity: ({ slot, transaction, order }: CallPosition) =>
      `(${slot}, ${transaction}, ${high(order)}, ${low(order)})`,
    own: "'log' AS emitted, toUInt32(0) AS number, hex(accounts) AS accounts_hex",
  },
  event: {
    raw: 'program_events',
    columns: EVENT_IDENTITY,
    order: "toUInt64(source = 'cpi') * 4294967296 + event_index",
    identity: ({ slot, transaction, order }: CallPosition) =>
      `(${slot}, ${transaction}, '${high(order) === 0n ? 'log' : 'cpi'}', ${low(order)})`,
    own: "toString(source) AS emitted, event_index AS number, '' AS accounts_hex",
  },
} as const;

/** As the index of the table has it. */
const ACCOUNTS = "reinterpret(accounts, 'Array(FixedString(32))')";

interface Listed {
  readonly kind: CallKind;
  /** The table of the one instruction or event. */
  readonly table: string;
  readonly condition: Condition;
  /** Whether only those with one account are listed. */
  readonly ofAccount: boolean;
}

/**
 * The places after another one that have a matching row, newest first, with the revision of each such row. The table of the
 * name has only matching ones; with an account, an index of the table of all of them finds it. Ordered by the sorting key
 * alone, ClickHouse stops reading as soon as it has enough.
 */
export function placesAfter({ kind, table, condition: { sql }, ofAccount }: Listed): string {
  const { raw, columns, order } = KINDS[kind];
  const matching = `(${columns}, revision) IN
(
  SELECT ${columns}, revision
  FROM ${quoted(table)}
  WHERE ${BOUNDS} AND slot >= {from_slot:UInt64} AND slot <= {to_slot:UInt64} AND (${sql})
)`;
  const account = `type = {type:String} AND undecodable = '' AND has(${ACCOUNTS}, toFixedString(unhex({account:String}), 32))${sql === '1' ? '' : ` AND ${matching}`}`;
  const keys = columns.split(', ').map((key) => `${key} DESC`);
  return `-- places of program ${kind}s
SELECT slot AS at_slot, transaction_index AS at_transaction, ${order} AS at_order, revision AS at_revision
FROM ${ofAccount ? raw : quoted(table)}
WHERE ${BOUNDS} AND slot >= {from_slot:UInt64} AND slot <= {to_slot:UInt64}
  AND ({from_start:Bool} OR (slot, transaction_index, ${order}) < ({after_slot:UInt64}, {after_transaction:UInt32}, {after_order:UInt64}))
  AND (${ofAccount ? account : sql})
ORDER BY ${keys.join(', ')}
LIMIT {limit:UInt32}`;
}

/** The newest rows at some places, newest first, as far as they are of the type and decode. */
export function callsAt(kind: CallKind, places: readonly CallPosition[]): string {
  const { raw, columns, order, identity, own } = KINDS[kind];
  return `-- program ${kind}s
SELECT slot AS at_slot, transaction_index AS at_transaction, ${order} AS at_order, revision AS at_revision,
  instruction_index, inner_index, block_time, hex(signature) AS signature_hex, hex(data) AS data_hex, ${own}
FROM
(
  SELECT *
  FROM ${raw}
  WHERE ${BOUNDS} AND (${columns}) IN (${places.map(identity).join(', ')})
  ORDER BY ${columns}, revision DESC
  LIMIT 1 BY ${columns}
)
WHERE type = {type:String} AND undecodable = ''
ORDER BY at_slot DESC, at_transaction DESC, at_order DESC`;
}
