import { Command } from 'commander';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import { holdLease, INDEXER_LEASE } from '../../core/olap/lease.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { requireNode } from '../../indexer/chain-settings.ts';
import { snapshotJob } from '../../indexer/jobs/snapshot/job.ts';
import { openNode } from './node.ts';
import { type BackfillFlags, type JobParts, runJob, withBackfillOptions } from './run-job.ts';

export function snapshotCommand(): Command {
  return withBackfillOptions(new Command('snapshot'))
    .description('read the program as it is now, at one slot, by RPC alone')
    .addHelpText(
      'after',
      '\nFills a store without a stream; `launchlens index` goes on from there.\n' +
        '\nExample:\n  SOLANA_RPC_URL=https://rpc.example.com ESCROW_PROGRAM_ID=<address> launchlens backfill snapshot',
    )
    .action((flags: BackfillFlags) =>
      runJob({
        flags,
        check: ({ settings }) => void requireNode(settings, 'backfill snapshot'),
        build: async (parts) => {
          const { olap, session } = parts;
          const { clock, logger, settings } = session;
          const { rpc, identity } = await openNode(parts, 'backfill snapshot');
          const writer = await holdIndex(parts, flags);
          return snapshotJob({
            ...{ rpc, identity, commitment: settings.INDEX_COMMITMENT, clock, logger },
            olap: { writer: writer ?? olap.writer, scanner: olap.scanner },
            beside: writer === undefined,
          });
        },
      }),
    );
}

/** The right to write the index; undefined where a running indexer has it. */
async function holdIndex(
  { olap, session: { clock, logger, shutdown } }: JobParts,
  { dryRun }: BackfillFlags,
): Promise<OlapLane | undefined> {
  if (dryRun) return olap.writer;
  try {
    const lease = await holdLease({ olap, name: INDEXER_LEASE, clock, logger, shutdown });
    return lease.guard(olap.writer);
  } catch (error) {
    if (isLaunchlensError(error, 'STORE_HELD')) return undefined;
    throw error;
  }
}
