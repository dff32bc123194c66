import type { Command } from 'commander';
import { ESCROW_IDL_HASH } from '../../idl/hash.ts';
import { importIndex } from '../../indexer/archive/import.ts';
import { linesOf } from '../archive/lines.ts';
import { figures, showToEnd } from '../archive/show.ts';
import { command } from '../options.ts';
import { openSession, runToEnd } from '../session.ts';
import { openFacts } from '../stores.ts';

export function importCommand(): Command {
  return command('import', {
    example: 'CLICKHOUSE_URL=http://localhost:8123 launchlens import backup-2026-11-21',
  })
    .argument('<directory>', 'what `launchlens export` wrote')
    .argument('[increments...]', 'what `launchlens export --since` wrote, in order')
    .option('--json', 'JSON lines, also on a terminal', false)
    .action(async (directory: string, increments: string[], { json }: { readonly json: boolean }) => {
      const session = openSession({ quietOnTerminal: true });
      await runToEnd(session, async () => {
        const { settings, clock, logger, shutdown } = session;
        const olap = await openFacts(session);
        const { ESCROW_PROGRAM_ID: programId } = settings;
        const configured = {
          ...(programId !== undefined && { program_id: programId }),
          cluster: settings.SOLANA_CLUSTER,
          commitment: settings.INDEX_COMMITMENT,
          idl_hash: ESCROW_IDL_HASH,
        };
        const { signal } = shutdown;
        const steps = importIndex({ olap, directory, increments, configured, clock, logger, signal });
        await showToEnd(session, linesOf(steps, { directory, now: () => clock.now() }), {
          json,
          describe: (report) =>
            `imported slot ${report.slot} into ${olap.describe()}: ${figures(report)}\n` +
            '`launchlens index` continues from there.\n',
        });
        return 0;
      });
    });
}
