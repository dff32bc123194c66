import { Command } from 'commander';
import { requireNode } from '../../indexer/chain-settings.ts';
import { historyJob } from '../../indexer/jobs/history/job.ts';
import { peekIndex } from '../../indexer/jobs/peek-index.ts';
import { describeHistory, hasDifferences } from './history-text.ts';
import { openNode } from './node.ts';
import {
  type BackfillFlags,
  type RangeFlags,
  requireRange,
  runJob,
  withBackfillOptions,
  withRangeOptions,
} from './run-job.ts';

export function historyCommand(): Command {
  return withBackfillOptions(withRangeOptions(new Command('history')))
    .description('read every transaction of each escrow and compare its movements with the pledges')
    .addHelpText(
      'after',
      '\nReads finalized slots up to the newest indexed one, also next to a running indexer on a server.\n' +
        '\nExample:\n  SOLANA_RPC_URL=https://rpc.example.com ESCROW_PROGRAM_ID=<address> launchlens backfill history --json',
    )
    .action((flags: BackfillFlags & RangeFlags) => {
      const { fromSlot, toSlot } = flags;
      return runJob({
        flags,
        check: ({ settings }) => {
          requireRange(flags);
          requireNode(settings, 'backfill history');
        },
        build: async (parts) => {
          const { olap, session } = parts;
          const { clock, logger } = session;
          const { rpc, identity } = await openNode(parts, 'backfill history');
          await peekIndex(olap.scanner, identity);
          const treasury = session.settings.TREASURY_TOKEN_ACCOUNT;
          return historyJob({ rpc, identity, olap, fromSlot, toSlot, treasury, clock, logger });
        },
        describe: describeHistory,
        failed: hasDifferences,
      });
    });
}
