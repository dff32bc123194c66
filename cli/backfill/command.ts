import { Command } from 'commander';
import { captureCommand } from './capture.ts';
import { historyCommand } from './history.ts';
import { redecodeCommand } from './redecode.ts';
import { rewardsCommand } from './rewards.ts';
import { snapshotCommand } from './snapshot.ts';

/** The backfill commands. Each job resumes where it stopped, and running it twice changes nothing. */
export function backfillCommand(): Command {
  const group = new Command('backfill').addHelpText(
    'after',
    '\nEvery backfill resumes where it was interrupted, and running it again changes nothing that is right.\n' +
      '\nExample:\n  launchlens backfill snapshot --dry-run',
  );
  for (const command of [
    snapshotCommand(),
    historyCommand(),
    captureCommand(),
    redecodeCommand(),
    rewardsCommand(),
  ]) {
    group.addCommand(command);
  }
  return group;
}
