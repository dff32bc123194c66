import type { Command } from 'commander';
import { requireNode } from '../../indexer/chain-settings.ts';
import { snapshotJob } from '../../indexer/jobs/snapshot/job.ts';
import { openNode } from './node.ts';
import { type BackfillFlags, backfill, holdIndex, runJob, withRange } from './run-job.ts';

export function snapshotCommand(): Command {
  const snapshot = backfill('snapshot', {
    says: 'read the current state of the program, at one slot, from RPC alone',
    more: 'Fills a store without a stream; `launchlens index` continues from there.',
    example:
      'SOLANA_RPC_URL=https://rpc.example.com ESCROW_PROGRAM_ID=<address> launchlens backfill snapshot',
  });
  return withRange(snapshot, ' at which it may be taken').action((flags: BackfillFlags) =>
    runJob({
      flags,
      check: ({ settings }) => requireNode(settings, 'backfill snapshot'),
      build: async (parts) => {
        const { olap, session } = parts;
        const { clock, logger, settings } = session;
        const { rpc, identity } = await openNode(parts, 'backfill snapshot');
        const writer = await holdIndex(parts, flags);
        return snapshotJob({
          rpc,
          identity,
          commitment: settings.INDEX_COMMITMENT,
          clock,
          logger,
          fromSlot: flags.fromSlot,
          toSlot: flags.toSlot,
          olap: { writer: writer ?? olap.writer, scanner: olap.scanner },
          beside: writer === undefined,
        });
      },
    }),
  );
}
