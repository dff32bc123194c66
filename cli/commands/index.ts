import { Command } from 'commander';
import { requireChain } from '../../indexer/chain-settings.ts';
import { startIndexer } from '../../indexer/main.ts';
import { startStatus } from '../../indexer/status.ts';
import { startOperator } from '../operator/server.ts';
import { operatorRoutes } from '../routes.ts';
import { openSession, serve } from '../session.ts';
import { openFacts } from '../stores.ts';
import { progressOf } from '../terminal/progress.ts';
import { startStatusLine } from '../terminal/status-line.ts';

export function indexCommand(): Command {
  return new Command('index')
    .addHelpText(
      'after',
      '\nExample:\n  YELLOWSTONE_ENDPOINT=https://node.example.com SOLANA_RPC_URL=https://rpc.example.com \\\n' +
        '  ESCROW_PROGRAM_ID=<address> CLICKHOUSE_URL=http://localhost:8123 launchlens index',
    )
    .action(async () => {
      const session = openSession();
      await serve(session, async () => {
        const { settings, logger, shutdown, clock, rpcLimit } = session;
        requireChain(settings, 'index');
        const status = await startStatus(session);
        const olap = await openFacts(session);
        const indexer = await startIndexer({
          ...{ settings, command: 'index', olap, logger, shutdown, clock, rpcLimit },
        });
        status.watch(indexer);
        if (olap.kind === 'embedded')
          await startOperator(session, {
            command: 'index',
            routes: operatorRoutes(session, { olap, indexer }),
          });
        const stop = startStatusLine({
          stream: process.stdout,
          clock,
          read: () => progressOf(indexer),
        });
        shutdown.onClose('the status line', stop);
        return indexer;
      });
    });
}
