import { z } from 'zod';
import { type Pubkey, pubkeyBytes, pubkeyFromBytes } from '../../../../core/kernel/pubkey.ts';
import { hexColumn, signedColumn, smallColumn, unsignedColumn } from '../../../../core/olap/port.ts';
import type { AskAt } from '../../history/query.ts';
import { type Condition, compileWhere, type Where } from '../where/where.ts';
import { transactionsFrom } from './coverage.ts';
import { type CallKind, type CallPosition, callsAt, placesAfter } from './queries.ts';
import type { CallType } from './types.ts';

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

const placeRow = z.object({
  at_slot: unsignedColumn,
  at_transaction: smallColumn,
  at_order: unsignedColumn,
  at_revision: unsignedColumn,
});
const callRow = placeRow.extend({
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
  const { type, where, limit } = question;
  const condition = compileWhere({ name: type.name, of: type }, where);
  const [rows, coveredFrom] = await Promise.all([
    matchingRows(ask, question, condition),
    transactionsFrom(ask),
  ]);
  return {
    calls: rows.slice(0, limit).map((row) => callOf(row, type)),
    coveredFrom,
    more: rows.length > limit,
  };
}

/** Rows that are asked for beyond those of the page: a place that was written again has several. */
const SPARE = 8;

/** At least one more than the page has, if there are as many. */
async function matchingRows(
  ask: AskAt,
  question: CallsQuestion,
  condition: Condition,
): Promise<readonly CallRow[]> {
  const { kind, type } = question;
  const rows: CallRow[] = [];
  let { after } = question;
  // Rarely, a newer row has replaced one that was found, and another place is needed.
  while (rows.length <= question.limit) {
    const limit = question.limit + 1 - rows.length + SPARE;
    const found = await placesOf(ask, { ...question, after, limit }, condition);
    const places = distinctPlaces(found, found.length < limit);
    if (places.length === 0) break;
    const newest = await ask(callsAt(kind, places), { type: type.name }, callRow);
    const matching = new Set(found.map(rowText));
    rows.push(...newest.filter((row) => matching.has(rowText(row))));
    if (found.length < limit) break;
    after = places.at(-1);
  }
  return rows;
}

/** Each place once; without the last one if it may have more rows. */
function distinctPlaces(found: readonly PlaceRow[], isWhole: boolean): readonly CallPosition[] {
  const places = [...new Map(found.map((row) => [placeText(row), positionOf(row)])).values()];
  return isWhole || places.length === 1 ? places : places.slice(0, -1);
}

function placesOf(
  ask: AskAt,
  { kind, type, account, fromSlot, toSlot, after, limit }: CallsQuestion,
  condition: Condition,
): Promise<readonly PlaceRow[]> {
  const ofAccount = account !== undefined;
  const sql = placesAfter({ kind, condition, table: type.table, ofAccount });
  const lastSlot = after !== undefined && after.slot < toSlot ? after.slot : toSlot;
  const parameters = {
    ...condition.parameters,
    ...{ type: type.name, from_slot: fromSlot, to_slot: lastSlot, limit },
    ...{ from_start: after === undefined, after_slot: after?.slot ?? 0n },
    ...{ after_transaction: after?.transaction ?? 0, after_order: after?.order ?? 0n },
    ...(ofAccount && { account: Buffer.from(pubkeyBytes(account)).toString('hex') }),
  };
  return ask(sql, parameters, placeRow);
}

type PlaceRow = z.output<typeof placeRow>;
type CallRow = z.output<typeof callRow>;

function positionOf({ at_slot, at_transaction, at_order }: PlaceRow): CallPosition {
  return { slot: at_slot, transaction: at_transaction, order: at_order };
}

function placeText({ at_slot, at_transaction, at_order }: PlaceRow): string {
  return `${at_slot} ${at_transaction} ${at_order}`;
}

function rowText(row: PlaceRow): string {
  return `${placeText(row)} ${row.at_revision}`;
}

const KEY_BYTES = 32;

function callOf(row: CallRow, { decode }: CallType): Call {
  const decoded = decode(row.data_hex);
  const keys = Array.from({ length: row.accounts_hex.length / KEY_BYTES }, (_, at) =>
    pubkeyFromBytes(row.accounts_hex.subarray(at * KEY_BYTES, (at + 1) * KEY_BYTES)),
  );
  return {
    place: positionOf(row),
    ...{ instructionIndex: row.instruction_index, innerIndex: row.inner_index },
    ...{ blockTime: row.block_time, signature: row.signature_hex, accounts: keys },
    ...{ emitted: row.emitted, number: row.number },
    data: decoded.kind === 'decoded' ? decoded.data : null,
  };
}
