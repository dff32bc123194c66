import { Command } from 'commander';
import { requireNode } from '../../indexer/chain-settings.ts';
import { snapshotJob } from '../../indexer/jobs/snapshot/job.ts';
import { holdIndex } from './hold-index.ts';
import { openNode } from './node.ts';
import {
  type BackfillFlags,
  parseSlotOption,
  type RangeFlags,
  requireRange,
  runJob,
  withBackfillOptions,
} from './run-job.ts';

export function snapshotCommand(): Command {
  return withBackfillOptions(new Command('snapshot'))
    .description('read the current state of the program, at one slot, from RPC alone')
    .option('--from-slot <slot>', 'the first slot at which it may be taken', parseSlotOption)
    .option('--to-slot <slot>', 'the last slot at which it may be taken', parseSlotOption)
    .addHelpText(
      'after',
      '\nFills a store without a stream; `launchlens index` continues from there.\n' +
        '\nExample:\n  SOLANA_RPC_URL=https://rpc.example.com ESCROW_PROGRAM_ID=<address> launchlens backfill snapshot',
    )
    .action((flags: BackfillFlags & RangeFlags) =>
      runJob({
        flags,
        check: ({ settings }) => {
          requireRange(flags);
          requireNode(settings, 'backfill snapshot');
        },
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
