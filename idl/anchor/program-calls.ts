import type { IdlDocument } from './document.ts';
import { columnsBeside, eventNames, freeName, instructionNames } from './program-names.ts';
import type { ProgramCalls, ProgramInstruction } from './program-types.ts';
import { type AnchorInstruction, eventsOf, instructionsOf, refusedOf } from './resolve.ts';
import { EVENT_COLUMNS, INSTRUCTION_COLUMNS } from './transaction-columns.ts';

/** @param taken Names of tables and views of the database */
export function programCalls(
  document: IdlDocument,
  { instructions: onlyCalled, events: onlyEmitted }: Partial<ProgramCalls['selected']>,
  taken: Set<string>,
): ProgramCalls {
  const [called, emitted] = [instructionsOf(document), eventsOf(document)];
  return {
    instructions: called.flatMap((one) => ('refusal' in one ? [] : [instructionOf(one, taken)])),
    events: emitted.flatMap((one) => {
      if ('refusal' in one) return [];
      const columns = columnsBeside(one.layout, EVENT_NAMES);
      return [{ ...one, ...eventNames(one.name, taken), columns }];
    }),
    refusedInstructions: refusedOf(called, document.instructions),
    refusedEvents: refusedOf(emitted, document.events),
    selected: { instructions: onlyCalled, events: onlyEmitted },
  };
}

const INSTRUCTION_NAMES: ReadonlySet<string> = new Set(Object.keys(INSTRUCTION_COLUMNS));
const EVENT_NAMES: ReadonlySet<string> = new Set(Object.keys(EVENT_COLUMNS));

/** An argument may have the name of an account. */
function instructionOf(one: AnchorInstruction, taken: Set<string>): ProgramInstruction {
  const names = new Set(one.accounts.map(({ name }) => name));
  const accounts = one.accounts.map((account) => {
    const isTaken = (name: string): boolean =>
      INSTRUCTION_NAMES.has(name) || (name !== account.name && names.has(name));
    return { ...account, column: freeName(account.name, isTaken) };
  });
  const before = new Set([...INSTRUCTION_NAMES, ...accounts.map(({ column }) => column)]);
  return {
    ...one,
    accounts,
    ...instructionNames(one.name, taken),
    columns: columnsBeside(one.layout, before),
  };
}
