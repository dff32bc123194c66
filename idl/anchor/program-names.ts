import { columnsOf } from './columns.ts';
import type { Layout } from './layout.ts';
import type { ProgramColumn } from './program-types.ts';

/** The tables and views that a program's database has besides those of its IDL. */
const OTHERS: ReadonlySet<string> = new Set([
  ...['account_versions', 'audit_differences', 'audits', 'checkpoint', 'checkpoints', 'coverage'],
  ...['flow_coverage', 'idl', 'imports', 'index_identity', 'leases', 'repair_requests'],
  ...['schema_migrations', 'slots', 'take_backs'],
  ...['incomplete_transactions', 'program_events', 'program_instructions', 'transaction_coverage'],
]);

/** The table and the view of one account type, instruction or event. */
interface Named {
  readonly table: string;
  readonly view: string;
}

export function accountNames(type: string): Named {
  return namesOf(type, (own) => ({ table: `${own}_versions`, view: own }), OTHERS);
}

/** @param taken Names of the database that were given before; those given here are added */
export function instructionNames(instruction: string, taken: Set<string>): Named {
  return claimed(instruction, 'instructions', taken);
}

/** Likewise for an event. */
export function eventNames(event: string, taken: Set<string>): Named {
  return claimed(event, 'events', taken);
}

function claimed(name: string, kind: string, taken: Set<string>): Named {
  const all = new Set([...OTHERS, ...taken]);
  const names = namesOf(name, (own) => ({ table: `${own}_${kind}`, view: `${own}_${kind}_base58` }), all);
  taken.add(names.table).add(names.view);
  return names;
}

/** Something with the name of another table gets `_` appended to its own. */
function namesOf(name: string, of: (own: string) => Named, taken: ReadonlySet<string>): Named {
  for (let own = name; ; own += '_') {
    const names = of(own);
    if (!taken.has(names.table) && !taken.has(names.view)) return names;
  }
}

/** A column for each field. One with the name of another column, which `taken` has, gets `_` appended. */
export function columnsBeside(layout: Layout, taken: ReadonlySet<string>): readonly ProgramColumn[] {
  const columns = columnsOf(layout);
  const names = new Set(columns.map((column) => column.name));
  const layouts = layout.kind === 'struct' ? layout.fields.items.map((item) => item.layout) : [layout];
  return columns.map(({ name: field, type }, at) => {
    const name = freeName(field, (one) => taken.has(one) || (one !== field && names.has(one)));
    return { name, field, type, layout: layouts[at] ?? layout };
  });
}

export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted;
  while (isTaken(name)) name += '_';
  return name;
}
