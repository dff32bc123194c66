import type { Command } from 'commander';
import type { Olap } from '../../core/olap/port.ts';
import { ESCROW_IDL_HASH } from '../../idl/hash.ts';
import { importIndex } from '../../indexer/archive/import.ts';
import { type ArchiveLine, linesOf } from '../archive/lines.ts';
import { isS3 } from '../archive/s3/folder.ts';
import { Staging } from '../archive/s3/transfer.ts';
import { figures, showToEnd } from '../archive/show.ts';
import { command } from '../options.ts';
import { openSession, runToEnd, type Session } from '../session.ts';
import { openFacts } from '../stores.ts';

export function importCommand(): Command {
  return command('import', {
    example: 'CLICKHOUSE_URL=http://localhost:8123 launchlens import backup-2026-11-21',
  })
    .argument('<export>', 'what `launchlens export` wrote, here or at s3://bucket/name')
    .argument('[increments...]', 'what `launchlens export --since` wrote, in order')
    .option('--json', 'JSON lines, also on a terminal', false)
    .action(async (directory: string, increments: string[], { json }: { readonly json: boolean }) => {
      const session = openSession({ quietOnTerminal: true });
      await runToEnd(session, async () => {
        const olap = await openFacts(session);
        await showToEnd(session, importing(session, olap, [directory, ...increments]), {
          json,
          describe: (report) =>
            `imported slot ${report.slot} into ${olap.describe()}: ${figures(report)}\n` +
            '`launchlens index` continues from there.\n',
        });
        return 0;
      });
    });
}

async function* importing(
  session: Session,
  olap: Olap,
  places: readonly string[],
): AsyncGenerator<ArchiveLine> {
  const { settings, clock, logger, shutdown } = session;
  const staging = new Staging(session);
  const directories: string[] = [];
  for (const [at, place] of places.entries()) {
    const directory = isS3(place) ? await staging.path(`export-${at}`) : place;
    yield* staging.download(place, directory);
    directories.push(directory);
  }
  const [directory = '', ...increments] = directories;
  const { ESCROW_PROGRAM_ID: programId } = settings;
  const configured = {
    ...(programId !== undefined && { program_id: programId }),
    cluster: settings.SOLANA_CLUSTER,
    commitment: settings.INDEX_COMMITMENT,
    idl_hash: ESCROW_IDL_HASH,
  };
  const { signal } = shutdown;
  const steps = importIndex({ olap, directory, increments, configured, clock, logger, signal });
  yield* linesOf(steps, { directory: places[0] ?? '', now: () => clock.now() });
}
