import { z } from 'zod';
import { type Pubkey, pubkeyBytes, pubkeyFromBytes } from '../../../../core/kernel/pubkey.ts';
import { hexColumn, signedColumn, smallColumn, unsignedColumn } from '../../../../core/olap/port.ts';
import type { AskAt } from '../../history/query.ts';
import { compileWhere, type Where } from '../where/where.ts';
import { transactionsFrom } from './coverage.ts';
import { type CallKind, callsAfter } from './queries.ts';
import type { CallType } from './types.ts';

/** The place of an instruction or event in the order of the chain. */
export interface CallPosition {
  readonly slot: bigint;
  readonly transaction: number;
  readonly order: bigint;
}

/** An instruction that was executed, or an event that was emitted. */
export interface Call {
  readonly place: CallPosition;
  readonly instructionIndex: number;
  readonly innerIndex: number;
  readonly blockTime: bigint | null;
  readonly signature: Uint8Array;
  /** All of an instruction, in its order. */
  readonly accounts: readonly Pubkey[];
  /** How an event was emitted, and the how manyth it is. */
  readonly emitted: 'log' | 'cpi';
  readonly number: number;
  readonly data: unknown;
}

export interface CallsQuestion {
  readonly kind: CallKind;
  readonly type: CallType;
  readonly where: Where;
  readonly account: Pubkey | undefined;
  readonly fromSlot: bigint;
  readonly toSlot: bigint;
  readonly after: CallPosition | undefined;
  readonly limit: number;
}

export interface CallsPage {
  readonly calls: readonly Call[];
  readonly coveredFrom: bigint | undefined;
  readonly more: boolean;
}

const callRow = z.object({
  at_slot: unsignedColumn,
  at_transaction: smallColumn,
  at_order: unsignedColumn,
  instruction_index: smallColumn,
  inner_index: smallColumn,
  block_time: signedColumn.nullable(),
  signature_hex: hexColumn,
  data_hex: hexColumn,
  emitted: z.enum(['log', 'cpi']),
  number: smallColumn,
  accounts_hex: hexColumn,
});

/** Instructions or events of one name, newest first. @throws PARAMETER_MALFORMED for a condition on what it does not have */
export async function callsPage(ask: AskAt, question: CallsQuestion): Promise<CallsPage> {
  const { kind, type, where, account, after, limit } = question;
  const condition = compileWhere({ name: type.name, of: type }, where);
  const sql = callsAfter({ ...{ kind, condition, table: type.table }, ofAccount: account !== undefined });
  const parameters = {
    ...condition.parameters,
    ...{ type: type.name, from_slot: question.fromSlot, to_slot: question.toSlot },
    ...{ from_start: after === undefined, after_slot: after?.slot ?? 0n },
    ...{ after_transaction: after?.transaction ?? 0, after_order: after?.order ?? 0n, limit: limit + 1 },
    ...(account !== undefined && { account: Buffer.from(pubkeyBytes(account)).toString('hex') }),
  };
  const [rows, coveredFrom] = await Promise.all([ask(sql, parameters, callRow), transactionsFrom(ask)]);
  return {
    calls: rows.slice(0, limit).map((row) => callOf(row, type)),
    coveredFrom,
    more: rows.length > limit,
  };
}

const KEY_BYTES = 32;

function callOf(row: z.output<typeof callRow>, { decode }: CallType): Call {
  const decoded = decode(row.data_hex);
  const keys = Array.from({ length: row.accounts_hex.length / KEY_BYTES }, (_, at) =>
    pubkeyFromBytes(row.accounts_hex.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES)),
  );
  return {
    place: { slot: row.at_slot, transaction: row.at_transaction, order: row.at_order },
    ...{ instructionIndex: row.instruction_index, innerIndex: row.inner_index },
    ...{ blockTime: row.block_time, signature: row.signature_hex, accounts: keys },
    ...{ emitted: row.emitted, number: row.number },
    data: decoded.kind === 'decoded' ? decoded.data : null,
  };
}
