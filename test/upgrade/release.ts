import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { createLogger } from '../../core/kernel/logger.ts';
import { migrateDecisions, readDecisionMigrations } from '../../core/oltp/migrate.ts';
import { createOltp } from '../../core/oltp/open.ts';

const logger = createLogger('silent');
/** The newest migration of decisions that the release had. */
const DECISIONS_SCHEMA = 14;

/** A file of `0.1.0/`, which describes them. */
export const readReleased = (name: string) => readFileSync(join(import.meta.dirname, '0.1.0', name));

/** Puts the data of the first release into a data directory, as that release left it. */
export async function unpackRelease(dataDir: string): Promise<void> {
  unpackFacts(dataDir);
  const oltp = await createOltp({ dataDir, logger });
  // A new store has the newest schema.
  await oltp.script('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const migrations = (await readDecisionMigrations()).filter(({ number }) => number <= DECISIONS_SCHEMA);
  await migrateDecisions(oltp, { logger, migrations });
  await oltp.script(readReleased('decisions.sql').toString());
  await oltp.close();
}

/** The embedded store of facts alone. */
export function unpackFacts(dataDir: string): void {
  execFileSync('tar', ['-x', '-C', dataDir], { input: zstdDecompressSync(readReleased('facts.tar.zst')) });
}
