import type { Command } from 'commander';
import { command } from '../options.ts';
import { withPrograms } from '../programs/options.ts';
import type { IndexFlags } from '../services/index.ts';
import { openSession, serve } from '../session.ts';

export function indexCommand(): Command {
  const index = command('index', {
    example:
      'YELLOWSTONE_ENDPOINT=https://node.example.com SOLANA_RPC_URL=https://rpc.example.com \\\n' +
      '  ESCROW_PROGRAM_ID=<address> CLICKHOUSE_URL=http://localhost:8123 launchlens index',
  });
  return withPrograms(index)
    .option('--standby', 'while another indexer writes to the store, wait and take over when it ends', false)
    .action(async (flags: IndexFlags) => {
      const session = openSession();
      await serve(session, async () => (await import('../services/index.ts')).index(session, flags));
    });
}
