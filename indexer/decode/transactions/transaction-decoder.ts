import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { Program } from '../../../idl/anchor/program.ts';
import { EVENT_SOURCE } from '../../../idl/anchor/transaction-columns.ts';
import type { SlotBuffer } from '../../model/slot-buffer.ts';
import type { Transaction, TransactionInstruction } from '../../model/source.ts';
import type { EventRow, InstructionRow, TransactionPlace } from '../../model/transaction-rows.ts';
import { beginsWith, PartSelection } from '../part-selection.ts';
import { loggedData, type ReadLog } from './logged-data.ts';

/** One event, before it is known which. */
type EmittedRow = Omit<EventRow, 'type' | 'undecodable'>;

/** With this, Anchor's `emit_cpi!` calls its own program; the event follows. */
const EVENT_TAG = Buffer.from('e445a52e51cb9a1d', 'hex');

/** Why something of a transaction may be missing. */
const INCOMPLETE = {
  truncated: 'log truncated',
  noLog: 'no log',
  noInner: 'no inner instructions',
} as const;

/** Which instructions and events of a program are followed. */
export interface CallSelection {
  readonly instructions: PartSelection;
  readonly events: PartSelection;
}

export function callSelection(program: Program): CallSelection {
  const { instructions, events, refusedInstructions, refusedEvents, selected } = program;
  return {
    instructions: new PartSelection({
      ...{ known: instructions, refused: refusedInstructions, only: selected.instructions },
      kind: 'instruction',
    }),
    events: new PartSelection({
      ...{ known: events, refused: refusedEvents, only: selected.events },
      kind: 'event',
    }),
  };
}

/** Turns what a program executed and emitted in transactions into rows of bytes. */
export class TransactionDecoder {
  readonly #program: string;
  readonly #key: Uint8Array;
  readonly #selection: CallSelection;
  readonly #texts = new Map<string, Buffer>();

  constructor(program: string, selection: CallSelection) {
    this.#program = program;
    this.#key = pubkeyBytes(program);
    this.#selection = selection;
  }

  /** Writes the transaction to the buffer of its slot. False if nothing of it is followed, or it is already held. */
  write(transaction: Transaction, into: SlotBuffer): boolean {
    const { instructions, events } = this.#selection;
    const { slot, signature, index, failed } = transaction;
    if (failed || index === undefined || !(instructions.any || events.any)) return false;
    if (!transaction.accountKeys.some((key) => this.#isProgram(key))) return false;
    if (!into.addTransaction(signature)) return false;
    const before = into.calls.rows;
    const place = { slot, index, signature };
    const called = transaction.instructions.filter((one) => this.#calls(transaction, one));
    const carriers = new Set(called.filter((one) => isEventCarrier(transaction, one)));
    for (const one of called) {
      if (!carriers.has(one)) this.#writeInstruction(transaction, one, place, into);
    }
    const log = events.any ? loggedData(transaction, this.#program) : undefined;
    for (const row of eventRows([...carriers], log)) this.#writeEvent(row, place, into);
    for (const reason of missingOf(transaction, called.length > 0, log))
      into.calls.addIncomplete(place, reason);
    return into.calls.rows > before;
  }

  #writeInstruction(
    { accountKeys }: Transaction,
    one: TransactionInstruction,
    place: TransactionPlace,
    into: SlotBuffer,
  ): void {
    const type = this.#selection.instructions.typeOf(one.data);
    if (!type) return;
    const keys = Array.from(one.accounts, (key) => accountKeys[key] ?? UNKNOWN_KEY);
    const row: InstructionRow = {
      ...{ outer: one.outer ?? 0, inner: one.inner ?? 0, height: one.height ?? 0 },
      ...{ type: this.#text(type.name), undecodable: this.#text(type.refusal) },
      ...{ accounts: Buffer.concat(keys), data: one.data },
    };
    into.calls.addInstruction(place, row);
  }

  #writeEvent(row: EmittedRow, place: TransactionPlace, into: SlotBuffer): void {
    const type = this.#selection.events.typeOf(row.data);
    if (!type) return;
    const [name, undecodable] = [this.#text(type.name), this.#text(type.refusal)];
    into.calls.addEvent(place, { ...row, type: name, undecodable });
  }

  #calls({ accountKeys }: Transaction, { program }: TransactionInstruction): boolean {
    const key = accountKeys[program];
    return key !== undefined && this.#isProgram(key);
  }

  #isProgram(key: Uint8Array): boolean {
    return beginsWith(this.#key, key, 0, key.length);
  }

  /** Few texts, written for every row. */
  #text(value: string): Buffer {
    const known = this.#texts.get(value) ?? Buffer.from(value);
    this.#texts.set(value, known);
    return known;
  }
}

const UNKNOWN_KEY = new Uint8Array(32);

/** The events of a transaction, those of each source numbered. */
function eventRows(
  carriers: readonly TransactionInstruction[],
  log: ReadLog | undefined,
): readonly EmittedRow[] {
  if (!log) return [];
  return [
    ...carriers.map(({ data, outer = 0, inner = 0 }, ordinal) => {
      return { source: EVENT_SOURCE.cpi, ordinal, outer, inner, data: data.subarray(EVENT_TAG.length) };
    }),
    ...log.data.map(({ bytes: data, ...at }, ordinal) => ({
      source: EVENT_SOURCE.log,
      ordinal,
      ...at,
      data,
    })),
  ];
}

/** What the node did not keep of a transaction that executed the program, or may have. */
function missingOf(
  { innerRecorded = true, logs }: Transaction,
  called: boolean,
  log: ReadLog | undefined,
): readonly string[] {
  const inner = innerRecorded ? [] : [INCOMPLETE.noInner];
  if (!log || (innerRecorded && !called)) return inner;
  if (logs === undefined) return [...inner, INCOMPLETE.noLog];
  return log.truncated ? [...inner, INCOMPLETE.truncated] : inner;
}

/** Whether an instruction of the program is only the program's own call to itself with an event. */
function isEventCarrier({ instructions }: Transaction, one: TransactionInstruction): boolean {
  if (!one.inner || !beginsWith(EVENT_TAG, one.data, 0, one.data.length)) return false;
  const { height } = one;
  if (height === undefined) return true;
  const caller = instructions
    .slice(0, instructions.indexOf(one))
    .findLast(({ outer, height: above }) => outer === one.outer && above === height - 1);
  return caller?.program === one.program;
}
