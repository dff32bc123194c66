import { Command } from 'commander';
import { captureCommand } from './capture.ts';
import { historyCommand } from './history.ts';
import { redecodeCommand } from './redecode.ts';
import { rewardsCommand } from './rewards.ts';
import { snapshotCommand } from './snapshot.ts';

/** The group of backfills; each is a job that goes on where it stopped and changes nothing when it is run twice. */
export function backfillCommand(): Command {
  const group = new Command('backfill').addHelpText(
    'after',
    '\nEvery backfill goes on where it was cut off, and run again changes nothing that is right.\n' +
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
