import type { Command } from 'commander';
import { command } from '../options.ts';
import { captureCommand } from './capture.ts';
import { historyCommand } from './history.ts';
import { redecodeCommand } from './redecode.ts';
import { rewardsCommand } from './rewards.ts';
import { snapshotCommand } from './snapshot.ts';

/** The backfill commands. Each job resumes where it stopped, and running it twice changes nothing. */
export function backfillCommand(): Command {
  return command('backfill', {
    more: 'Every backfill resumes where it was interrupted, and running it again changes nothing that is right.',
    example: 'launchlens backfill snapshot --dry-run',
  })
    .addCommand(snapshotCommand())
    .addCommand(historyCommand())
    .addCommand(captureCommand())
    .addCommand(redecodeCommand())
    .addCommand(rewardsCommand());
}
