import type { Command } from 'commander';
import { loaded } from '../archive/runs.ts';
import { figures, showToEnd } from '../archive/show.ts';
import { command } from '../options.ts';
import { openSession, runToEnd } from '../session.ts';
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
        await showToEnd(session, loaded(session, olap, [directory, ...increments]), {
          json,
          describe: (report) =>
            `imported slot ${report.slot} into ${olap.describe()}: ${figures(report)}\n` +
            '`launchlens index` continues from there.\n',
        });
        return 0;
      });
    });
}
