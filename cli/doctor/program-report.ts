import { z } from 'zod';
import { newestCheckpoint } from '../../api/read/checkpoint.ts';
import { askAt } from '../../api/read/history/query.ts';
import { transactionsFrom } from '../../api/read/programs/calls/coverage.ts';
import { undecodableAccounts } from '../../api/read/programs/counts.ts';
import type { Clock } from '../../core/kernel/clock.ts';
import { pendingMigrations } from '../../core/olap/migrate.ts';
import { readProgramMigrations } from '../../core/olap/migrations/files.ts';
import type { Olap, OlapLane } from '../../core/olap/port.ts';
import { databaseOf } from '../../idl/anchor/program.ts';
import { type OperatorRoute, operatorRoute } from '../operator/command.ts';
import { programName } from '../programs/config-file.ts';
import { coverageReport, coverageSlot, reportOf } from './coverage-report.ts';

export const PROGRAMS_COMMAND = 'programs';

/** What the index of a followed program holds. */
export const programReport = z.strictObject({
  name: programName,
  coverage: coverageReport,
  /** Accounts whose bytes do not decode. */
  undecodable: z.int(),
  /** From here on every transaction was seen; null if some may be missing now. */
  transactions_from: coverageSlot.nullable(),
});
export type ProgramReport = z.output<typeof programReport>;

/** An index that nobody has begun stays so: its database is not created. */
export async function reportProgram(olap: Olap, name: string, clock: Clock): Promise<ProgramReport> {
  const nothing = { name, coverage: null, undecodable: 0, transactions_from: null };
  const database = databaseOf(name);
  if (!(await exists(olap.reader, database))) return nothing;
  const own = await olap.database(database);
  if ((await pendingMigrations(own, await readProgramMigrations())).length > 0) return nothing;
  // An account that does not decode is answered for as such, and hides nothing.
  const coverage = await reportOf(own.reader, clock, async () => 0);
  const checkpoint = await newestCheckpoint(own.reader);
  if (checkpoint === undefined) return nothing;
  const ask = askAt(own.reader, { slot: checkpoint.slot, checkpoint });
  const [undecodable, from] = await Promise.all([undecodableAccounts(ask), transactionsFrom(ask)]);
  return { name, coverage, undecodable: Number(undecodable), transactions_from: from?.toString() ?? null };
}

const DATABASE = 'SELECT name FROM system.databases WHERE name = {name:String}';
const databaseRow = z.object({ name: z.string() });

async function exists(lane: OlapLane, name: string): Promise<boolean> {
  return (await lane.query({ sql: DATABASE, parameters: { name } }, databaseRow)).length > 0;
}

/** Asks the process that holds the store for one program, or for all that it follows. */
export function programsRoute(olap: Olap, followed: readonly string[], clock: Clock): OperatorRoute {
  return operatorRoute({
    name: PROGRAMS_COMMAND,
    input: z.strictObject({ program: programName.optional() }),
    run: async function* ({ program }) {
      for (const name of program === undefined ? followed : [program])
        yield await reportProgram(olap, name, clock);
    },
  });
}
