import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { LaunchlensError } from '../core/kernel/errors/error.ts';
import { apiCommand } from './commands/api.ts';
import { doctorCommand } from './commands/doctor.ts';
import { indexCommand } from './commands/index.ts';
import { localnetCommand } from './commands/localnet.ts';
import { migrateCommand } from './commands/migrate.ts';
import { upCommand } from './commands/up.ts';
import { reportFailure } from './run.ts';

const { version, description } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string; description: string };

function program(): Command {
  const root = new Command('launchlens')
    .description(description)
    .version(version)
    .showHelpAfterError(false)
    .configureOutput({ outputError: () => undefined });
  for (const command of [
    upCommand(),
    indexCommand(),
    apiCommand(),
    localnetCommand(),
    migrateCommand(),
    doctorCommand(),
  ]) {
    root.addCommand(command);
  }
  for (const command of [root, ...root.commands]) {
    command.exitOverride().configureOutput({ outputError: () => undefined });
  }
  return root;
}

/** Commander reports wrong usage by exceptions of its own; to a person they are one line like every other error. */
function usageError(error: CommanderError): LaunchlensError<'COMMAND_USAGE'> {
  const detail = error.message.replace(/^error: /, '').replaceAll('\n', ' ');
  return new LaunchlensError('COMMAND_USAGE', { detail: `${detail} (see launchlens --help)` });
}

try {
  await program().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) process.exitCode = reportFailure(error);
  else if (error.exitCode !== 0) process.exitCode = reportFailure(usageError(error));
}
