import type { Command } from 'commander';
import { requireNode } from '../../indexer/chain-settings.ts';
import { historyJob } from '../../indexer/jobs/history/job.ts';
import { peekIndex } from '../../indexer/jobs/peek-index.ts';
import { describeHistory, hasDifferences } from './history-text.ts';
import { openNode } from './node.ts';
import { type BackfillFlags, backfill, type RangeFlags, requireRange, runJob, withRange } from './run-job.ts';

export function historyCommand(): Command {
  const history = backfill('history', {
    says: 'read every transaction of each escrow and compare its token flows with the pledges',
    more: 'Reads finalized slots up to the newest indexed one, also next to a running indexer on a server.',
    example:
      'SOLANA_RPC_URL=https://rpc.example.com ESCROW_PROGRAM_ID=<address> launchlens backfill history --json',
  });
  return withRange(history).action((flags: BackfillFlags & RangeFlags) => {
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
