import { Command } from 'commander';
import { runChecks } from '../doctor/checks.ts';
import { openSession } from '../session.ts';

export function doctorCommand(): Command {
  return new Command('doctor').addHelpText('after', '\nExample:\n  launchlens doctor').action(async () => {
    const { settings, logger, clock, rpcLimit } = openSession();
    process.exitCode = (await runChecks({
      settings,
      logger,
      clock,
      rpcLimit,
      print: (line) => process.stdout.write(`${line}\n`),
    }))
      ? 0
      : 1;
  });
}
