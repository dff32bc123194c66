import { Command } from 'commander';
import { counted } from '../../core/kernel/counted.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { holdLease, INDEXER_LEASE } from '../../core/olap/lease.ts';
import { redecodeJob } from '../../indexer/jobs/redecode/job.ts';
import { storedIdentity } from '../../indexer/write/resume/identity.ts';
import type { IndexIdentity } from '../../indexer/write/resume.ts';
import { type BackfillFlags, type JobParts, runJob, withBackfillOptions } from './run-job.ts';

interface RedecodeFlags extends BackfillFlags {
  readonly all: boolean;
}

export function redecodeCommand(): Command {
  return withBackfillOptions(new Command('redecode'))
    .description(
      'read the accounts that the store holds once more, by the IDL of this program, without the chain',
    )
    .option('--all', 'those that were decoded too, not only the quarantined ones', false)
    .addHelpText(
      'after',
      '\nNeeds no node, and the index to itself: stop `launchlens index` first. Where another IDL decoded the store,\n' +
        'everything is read, and the indexer may start again afterwards.\n' +
        '\nExample:\n  launchlens backfill redecode --dry-run',
    )
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
          const { all } = flags;
          return redecodeJob({ olap: { writer, scanner: olap.scanner }, stored, all, clock, logger });
        },
        describe: ({ launches_found: found }) =>
          found === 0
            ? ''
            : `  note         ${counted(Number(found), 'slot')} brought new launches: \`launchlens backfill snapshot\` reads their token accounts`,
      }),
    );
}

/** What the store was built from, held to the settings. @throws BACKFILL_NEEDS_INDEX, INDEX_IDENTITY_MISMATCH */
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
