/** Where in its slot an instruction or event is. */
const PLACE = {
  slot: 'UInt64',
  /** The position of the transaction in its block, from 0. */
  transaction_index: 'UInt32',
  /** The instruction of the transaction, from 0. */
  instruction_index: 'UInt32',
  /** Of what that one called, directly or not, the how manyth in order; 0 for itself. */
  inner_index: 'UInt32',
} as const;

export const INSTRUCTION_PLACE = {
  ...PLACE,
  /** 1 for an instruction of the transaction, 2 for what it called, and so on; 0 if the node did not say. */
  stack_height: 'UInt32',
} as const;

export const EVENT_PLACE = {
  ...PLACE,
  /** How it was emitted: in the log, or by a call of the program to itself. */
  source: "Enum8('log' = 1, 'cpi' = 2)",
  /** Of the transaction's events of this source, the how manyth, from 0. */
  event_index: 'UInt32',
} as const;

export const EVENT_SOURCE = { log: 1, cpi: 2 } as const;

/** What every row of a transaction has after its place. */
export const OF_TRANSACTION = {
  signature: 'FixedString(64)',
  /** Unix seconds. */
  block_time: 'Nullable(Int64)',
  revision: 'UInt64',
  correction: 'UInt64',
} as const;

/** The columns with which the table of each instruction begins. */
export const INSTRUCTION_COLUMNS = {
  ...INSTRUCTION_PLACE,
  ...OF_TRANSACTION,
  /** Those after the named ones. */
  remaining_accounts: 'Array(FixedString(32))',
} as const;

/** Those of each event. */
export const EVENT_COLUMNS = { ...EVENT_PLACE, ...OF_TRANSACTION } as const;

/** What tells one instruction or event from every other; of rows with the same values, the greatest revision counts. */
export const INSTRUCTION_IDENTITY = 'slot, transaction_index, instruction_index, inner_index';
export const EVENT_IDENTITY = 'slot, transaction_index, source, event_index';
export const INCOMPLETE_IDENTITY = 'slot, transaction_index, reason';
