import { migrate } from '../../core/olap/migrate.ts';
import { readProgramMigrations } from '../../core/olap/migrations/files.ts';
import type { Olap } from '../../core/olap/port.ts';
import type { Program } from '../../idl/anchor/program.ts';
import type { FollowOptions, RunningIndexer } from '../../indexer/follow.ts';
import { startProgramIndexer } from '../../indexer/program-index.ts';
import type { Session } from '../session.ts';

/** Follows each program into its own database; the indexes by name. @param onIndexed called after each checkpoint and audit */
export async function startPrograms(
  options: FollowOptions,
  programs: readonly Program[],
  onIndexed: (program: string) => void = () => undefined,
): Promise<ReadonlyMap<string, RunningIndexer>> {
  const running = new Map<string, RunningIndexer>();
  for (const program of programs) {
    const told = (): void => onIndexed(program.name);
    const following = { ...options, program, onCheckpoint: told, onAudit: told };
    running.set(program.name, await startProgramIndexer(following));
  }
  return running;
}

/** Brings the databases of the programs to the current schema, before anything reads them. */
export async function migratePrograms(
  { logger }: Pick<Session, 'logger'>,
  olap: Olap,
  programs: readonly Program[],
): Promise<void> {
  const migrations = await readProgramMigrations();
  for (const { database } of programs) {
    await migrate(await olap.database(database), { logger, migrations });
  }
}
