import { z } from 'zod';
import type { Clock } from '../core/kernel/clock.ts';
import { LaunchlensError } from '../core/kernel/errors/error.ts';
import type { OlapLane } from '../core/olap/port.ts';
import type { Program } from '../idl/anchor/program.ts';
import { NEWEST_IDL, quoted, schemaOf } from '../idl/anchor/program-tables.ts';
import { transactionSchemaOf, transactionTables } from '../idl/anchor/transaction-tables.ts';

const KEEP = `INSERT INTO idl (sha256, document, at)
  SELECT {sha256:String}, {document:String}, fromUnixTimestamp64Milli({now:Int64}, 'UTC')`;
const COLUMNS = `SELECT table, name, type FROM system.columns WHERE database = currentDatabase() AND table IN {tables:Array(String)}`;
const TABLES = 'SELECT name FROM system.tables WHERE database = currentDatabase()';

const idlRow = z.object({ sha256: z.string() });
const tableRow = z.object({ name: z.string() });
const columnRow = z.object({ table: z.string(), name: z.string(), type: z.string() });

/** The embedded ClickHouse takes half as long again for hundreds of statements at once. */
const AT_ONCE = 16;

/**
 * Creates the tables and views of a program's types, instructions and events, and adds the columns of a newer IDL. Says how
 * the IDL compares with the one that was kept last: a newer one may explain what did not decode.
 * @throws PROGRAM_COLUMN_CHANGED
 */
export async function adoptTypes(lane: OlapLane, program: Program): Promise<'kept' | 'first' | 'newer'> {
  const [newest] = await lane.query({ sql: NEWEST_IDL }, idlRow);
  const isKept = newest?.sha256 === program.idl.sha256;
  const existing = new Set((await lane.query({ sql: TABLES }, tableRow)).map(({ name }) => name));
  // An index from before instructions and events were followed has no tables of theirs.
  if (isKept && transactionTables(program).every(({ table }) => existing.has(table))) return 'kept';
  const statements = [
    ...(await changesOf(lane, program)),
    ...(isKept ? [] : schemaOf(program.types, existing)),
    ...transactionSchemaOf(program, existing),
  ];
  for (let at = 0; at < statements.length; at += AT_ONCE)
    await lane.command({ sql: statements.slice(at, at + AT_ONCE).join(';\n') });
  return isKept ? 'kept' : newest ? 'newer' : 'first';
}

/** Records that the rows from now on, and those of before as far as it explains them, are read by this IDL. */
export async function keepIdl(lane: OlapLane, { idl }: Program, clock: Clock): Promise<void> {
  const { sha256, text: document } = idl;
  await lane.command({ sql: KEEP, parameters: { sha256, document, now: BigInt(clock.now()) } });
}

/** Statements that let columns hold further variants of their enums. */
async function changesOf(lane: OlapLane, program: Program): Promise<readonly string[]> {
  const wanted = [
    ...program.types.map(({ versions: table, columns }) => ({ table, columns })),
    ...transactionTables(program),
  ];
  const stored = await lane.query(
    { sql: COLUMNS, parameters: { tables: wanted.map(({ table }) => table) } },
    columnRow,
  );
  const typeOf = new Map(stored.map(({ table, name, type }) => [`${table}.${name}`, type]));
  return wanted.flatMap(({ table, columns }) =>
    columns.flatMap(({ name, type }) => {
      const column = `${table}.${name}`;
      const found = typeOf.get(column);
      if (found === undefined || found === type) return [];
      if (addsVariants(found, type))
        return [`ALTER TABLE ${quoted(table)} MODIFY COLUMN ${quoted(name)} ${type}`];
      const context = { name: program.name, column, expected: type, found };
      throw new LaunchlensError('PROGRAM_COLUMN_CHANGED', context);
    }),
  );
}

/** Whether both are enums, and the newer one has the variants of the older one first. */
function addsVariants(older: string, newer: string): boolean {
  const before = variantsOf(older);
  return before !== '' && variantsOf(newer).startsWith(`${before}, `);
}

/** The variants of an enum as its type lists them; empty for other types. */
function variantsOf(type: string): string {
  return /^Enum(?:8|16)\((.*)\)$/.exec(type)?.[1] ?? '';
}
