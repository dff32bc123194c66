import type { Command } from 'commander';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import { requireChain } from '../../indexer/chain-settings.ts';
import { startIndexer } from '../../indexer/main.ts';
import { startStatus } from '../../indexer/status.ts';
import { registerServiceMetrics } from '../metrics.ts';
import { startOperator } from '../operator/server.ts';
import { command } from '../options.ts';
import { operatorRoutes } from '../routes.ts';
import { openSession, serve } from '../session.ts';
import { openFacts } from '../stores.ts';
import { showStatus } from '../terminal/status-line.ts';

export function indexCommand(): Command {
  return command('index', {
    example:
      'YELLOWSTONE_ENDPOINT=https://node.example.com SOLANA_RPC_URL=https://rpc.example.com \\\n' +
      '  ESCROW_PROGRAM_ID=<address> CLICKHOUSE_URL=http://localhost:8123 launchlens index',
  })
    .option('--standby', 'while another indexer writes to the store, wait and take over when it ends', false)
    .action(async ({ standby }: { readonly standby: boolean }) => {
      const session = openSession();
      await serve(session, async () => {
        requireChain(session.settings, 'index');
        if (standby) requireSharedStore(session.settings);
        const status = await startStatus(session);
        const olap = await openFacts(session);
        registerServiceMetrics({ ...session, olap });
        const indexer = await startIndexer({
          ...session,
          ...{ command: 'index', olap, standby, onStandby: status.standby, onStep: status.step },
        });
        status.watch(indexer);
        if (olap.kind === 'embedded')
          await startOperator(session, {
            command: 'index',
            routes: operatorRoutes(session, { olap, indexer }),
          });
        showStatus(session, indexer);
        return indexer;
      });
    });
}

/** An embedded store belongs to one process. @throws SETTING_MISSING */
function requireSharedStore({ CLICKHOUSE_URL: name }: Settings): void {
  if (name !== undefined) return;
  const remedy = 'set it to the ClickHouse server that both indexers write to';
  throw new LaunchlensError('SETTING_MISSING', {
    name: 'CLICKHOUSE_URL',
    command: 'index --standby',
    remedy,
  });
}
