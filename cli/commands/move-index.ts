import type { Command } from 'commander';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { ArchiveLine } from '../archive/lines.ts';
import { loaded, written } from '../archive/runs.ts';
import { Staging } from '../archive/s3/transfer.ts';
import { figures, showToEnd } from '../archive/show.ts';
import { command } from '../options.ts';
import { openSession, runToEnd, type Session } from '../session.ts';
import { openFacts } from '../stores.ts';

const NAME = 'move-index';

export function moveIndexCommand(): Command {
  return command(NAME, {
    more:
      'The index is copied by way of DATA_DIR at its newest checkpoint, and the digest of every table is compared. The\n' +
      'source is not changed, and may be in use.',
    example: `CLICKHOUSE_URL=http://one:8123,http://two:8123 CLICKHOUSE_CLUSTER=launches launchlens ${NAME}`,
  })
    .option('--from <url>', 'the server where the index is (default: the embedded store in DATA_DIR)')
    .option('--json', 'JSON lines, also on a terminal', false)
    .action(async ({ from, json }: { readonly from?: string; readonly json: boolean }) => {
      const session = openSession({ quietOnTerminal: true });
      await runToEnd(session, async () => {
        requireTarget(session);
        await showToEnd(session, moving(session, from), {
          json,
          describe: (report) =>
            `moved slot ${report.slot} to CLICKHOUSE_URL: ${figures(report)}; every digest is equal\n` +
            '`launchlens index` continues from there.\n',
        });
        return 0;
      });
    });
}

function requireTarget({ settings }: Session): void {
  if (settings.CLICKHOUSE_URL !== undefined) return;
  const remedy = 'name an empty server, or the servers of an empty cluster';
  throw new LaunchlensError('SETTING_MISSING', {
    name: 'CLICKHOUSE_URL',
    command: `launchlens ${NAME}`,
    remedy,
  });
}

async function* moving(session: Session, from: string | undefined): AsyncGenerator<ArchiveLine> {
  const settings = { ...session.settings, CLICKHOUSE_URL: from, CLICKHOUSE_CLUSTER: undefined };
  const directory = await new Staging(session).path('index');
  const source = { ...session, settings };
  for await (const line of await written(source, {}, { directory, since: undefined })) {
    if (line.event === 'progress') yield line;
  }
  yield* loaded(session, await openFacts(session), [directory]);
}
