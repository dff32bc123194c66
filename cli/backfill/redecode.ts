import type { Command } from 'commander';
import { counted } from '../../core/kernel/counted.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { holdLease, INDEXER_LEASE } from '../../core/olap/lease.ts';
import { redecodeJob } from '../../indexer/jobs/redecode/job.ts';
import { storedIdentity } from '../../indexer/model/identity.ts';
import type { IndexIdentity } from '../../indexer/write/resume.ts';
import { type BackfillFlags, backfill, type JobParts, runJob, withRange } from './run-job.ts';

interface RedecodeFlags extends BackfillFlags {
  readonly all: boolean;
}

export function redecodeCommand(): Command {
  const redecode = backfill('redecode', {
    says: 'decode the stored accounts again with the current IDL, without the chain',
    more:
      'Needs no node, and no other writer: stop `launchlens index` first. If another IDL decoded the store,\n' +
      'everything is decoded again, and the indexer can start only after that.',
    example: 'launchlens backfill redecode --dry-run',
  });
  return withRange(redecode)
    .option('--all', 'decoded accounts too, not only the quarantined ones', false)
    .action((flags: RedecodeFlags) =>
      runJob({
        flags,
        build: async (parts) => {
          const { clock, logger, shutdown } = parts.session;
          const { olap } = parts;
          const stored = await requireStored(parts);
          const lease = flags.dryRun
            ? undefined
            : await holdLease({ olap, name: INDEXER_LEASE, clock, logger, shutdown });
          const writer = lease?.guard(olap.writer) ?? olap.writer;
          const { all, fromSlot, toSlot } = flags;
          const lanes = { writer, scanner: olap.scanner };
          return redecodeJob({ olap: lanes, stored, all, fromSlot, toSlot, clock, logger });
        },
        describe: describeRedecode,
      }),
    );
}

function describeRedecode({
  launches_found: found,
  idl_current: current,
  ends_above: ends,
}: Readonly<Record<string, unknown>>): string {
  return [
    ...(Number(found) > 0
      ? [
          `${counted(Number(found), 'slot')} brought new launches: \`launchlens backfill snapshot\` reads their token accounts`,
        ]
      : []),
    ...(Number(ends) > 0
      ? [
          `${counted(Number(ends), 'account')} changed above --to-slot and cannot be shown there yet: run again without it`,
        ]
      : []),
    ...(current === false
      ? [
          'other slots are still decoded by another IDL, and the indexer refuses to start until all are decoded again',
        ]
      : []),
  ]
    .map((note) => `  note         ${note}`)
    .join('\n');
}

/** What the store was built from, checked against the settings. @throws BACKFILL_NEEDS_INDEX, INDEX_IDENTITY_MISMATCH */
async function requireStored({ olap, session: { settings } }: JobParts): Promise<IndexIdentity> {
  const stored = await storedIdentity(olap.scanner);
  if (!stored) throw new LaunchlensError('BACKFILL_NEEDS_INDEX', { kind: 'redecode' });
  const configured = settings.ESCROW_PROGRAM_ID;
  if (configured !== undefined && configured !== stored.programId) {
    const context = { name: 'program', stored: stored.programId, configured };
    throw new LaunchlensError('INDEX_IDENTITY_MISMATCH', context);
  }
  return stored;
}
