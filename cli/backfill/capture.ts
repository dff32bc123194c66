import type { Command } from 'commander';
import { counted } from '../../core/kernel/counted.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import { captureJob } from '../../indexer/jobs/capture/job.ts';
import { type OpenedCaptures, openCaptures, requireCaptureOf } from '../../indexer/jobs/capture/portions.ts';
import { U64_MAX } from '../../schemas/u64.ts';
import { type BackfillFlags, backfill, holdIndex, runJob, withRange } from './run-job.ts';

interface CaptureFlags extends BackfillFlags {
  readonly allowTruncated: boolean;
}

export function captureCommand(): Command {
  const capture = backfill('capture', {
    says: 'load files of `launchlens capture`',
    more:
      'Fills gaps and the time before the index began, changes no other answer, and continues above the index where\n' +
      'no indexer runs. An empty store starts with the first snapshot.',
    example: 'launchlens backfill capture launches-*.llcap --dry-run',
  });
  return withRange(capture)
    .argument('<file...>', 'captures, in any order')
    .option('--allow-truncated', 'load the complete part of a file that was cut off', false)
    .action((files: readonly string[], flags: CaptureFlags) =>
      runJob({
        flags,
        build: async (parts) => {
          const { olap, session } = parts;
          const { clock, logger, settings, shutdown } = session;
          const { allowTruncated, fromSlot: from = 0n, toSlot: to = U64_MAX } = flags;
          const captures = await openCaptures({ files, allowTruncated, signal: shutdown.signal });
          requireConfigured(captures, settings);
          const writer = await holdIndex(parts, flags);
          return captureJob({
            captures,
            clock,
            logger,
            wanted: { from, to },
            olap: { writer: writer ?? olap.writer, scanner: olap.scanner },
            extendable: writer !== undefined,
          });
        },
        describe: ({ ranges, anchors }) =>
          Array.isArray(ranges) && ranges.length > 0
            ? `  ${counted(ranges.length, 'range')} of slots answerable again, ${counted(Number(anchors), 'anchor')} above`
            : '',
      }),
    );
}

/** Requires captures of the chain and program that this installation serves. @throws CAPTURE_FOREIGN */
function requireConfigured({ portions }: OpenedCaptures, settings: Settings): void {
  const { SOLANA_CLUSTER: cluster, ESCROW_PROGRAM_ID: programId, INDEX_COMMITMENT: commitment } = settings;
  const wanted = { cluster, commitment, ...(programId !== undefined && { programId }) };
  for (const { contents } of portions) requireCaptureOf(contents, wanted, 'the settings say');
}
