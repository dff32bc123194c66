import { quoted } from '../../../../idl/anchor/program-tables.ts';
import { EVENT_IDENTITY, INSTRUCTION_IDENTITY } from '../../../../idl/anchor/transaction-columns.ts';
import type { Condition } from '../where/where.ts';

/** Text of the queries for instructions and events. Each is bounded by `slot` and `revision`. */

const BOUNDS = 'slot <= {slot:UInt64} AND revision <= {revision:UInt64}';

export type CallKind = 'instruction' | 'event';

const KINDS = {
  instruction: { raw: 'program_instructions', identity: INSTRUCTION_IDENTITY },
  event: { raw: 'program_events', identity: EVENT_IDENTITY },
} as const;

/** What only one kind has, and what orders the rows of a transaction. */
const OWN = {
  instruction: "'log' AS emitted, toUInt32(0) AS number, hex(accounts) AS accounts_hex",
  event: "toString(source) AS emitted, event_index AS number, '' AS accounts_hex",
} as const;
const ORDER = {
  instruction: 'toUInt64(instruction_index) * 4294967296 + inner_index',
  event: "toUInt64(source = 'cpi') * 4294967296 + event_index",
} as const;

interface Listed {
  readonly kind: CallKind;
  /** The table of the one instruction or event. */
  readonly table: string;
  readonly condition: Condition;
  /** Whether only those with one account are listed. */
  readonly ofAccount: boolean;
}

/** The rows of one instruction or event after a place, newest first. */
export function callsAfter({ kind, table, condition: { sql }, ofAccount }: Listed): string {
  const { raw, identity } = KINDS[kind];
  const keys = identity.split(', ');
  const matching = `(${identity}, revision) IN
(
  SELECT ${identity}, revision
  FROM ${quoted(table)}
  WHERE ${BOUNDS} AND (${sql})
)`;
  const account =
    'has(arrayMap(at -> substring(accounts, at * 32 + 1, 32), range(intDiv(length(accounts), 32))), unhex({account:String}))';
  // The row that counts is the newest one of its place, so conditions apply after it was chosen.
  return `-- program ${kind}s
SELECT slot AS at_slot, transaction_index AS at_transaction, ${ORDER[kind]} AS at_order, instruction_index, inner_index,
  block_time, hex(signature) AS signature_hex, hex(data) AS data_hex, ${OWN[kind]}
FROM
(
  SELECT *
  FROM ${raw}
  WHERE ${BOUNDS} AND slot >= {from_slot:UInt64} AND slot <= {to_slot:UInt64}
    AND ({from_start:Bool} OR (slot, transaction_index, ${ORDER[kind]}) < ({after_slot:UInt64}, {after_transaction:UInt32}, {after_order:UInt64}))
  ORDER BY ${keys.map((key) => `${key} DESC`).join(', ')}, revision DESC
  LIMIT 1 BY ${identity}
)
WHERE type = {type:String} AND undecodable = ''${sql === '1' ? '' : ` AND ${matching}`}${ofAccount ? ` AND ${account}` : ''}
ORDER BY at_slot DESC, at_transaction DESC, at_order DESC
LIMIT {limit:UInt32}`;
}
