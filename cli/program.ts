import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { COMMANDS, type Listed } from './commands/all.ts';

const { version, description } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string; description: string };

async function program(args: readonly string[]): Promise<Command> {
  const root = new Command('launchlens')
    .description(description)
    .version(version)
    .showHelpAfterError(false)
    .configureOutput({ outputError: () => undefined });
  for (const listed of COMMANDS) root.addCommand(await commandOf(listed, args));
  for (const command of withAllBelow(root)) {
    command.exitOverride().configureOutput({ outputError: () => undefined });
  }
  return root;
}

/** The full command if its name is among the arguments, which loads its code; otherwise its line in the list. */
async function commandOf({ name, says, load }: Listed, args: readonly string[]): Promise<Command> {
  const command = args.includes(name) ? await load() : new Command(name);
  return command.description(says);
}

function withAllBelow(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(withAllBelow)];
}

/** Prints a failure, and loads what that takes: the help needs none of it. @returns the exit code */
async function report(error: unknown): Promise<number> {
  const { reportFailure, usageError } = await import('./failure.ts');
  return reportFailure(error instanceof CommanderError ? usageError(error.message) : error);
}

/** Runs a command and returns the exit code. */
export async function runProgram(args: readonly string[]): Promise<number> {
  try {
    await (await program(args)).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (!(error instanceof CommanderError)) return report(error);
    // Commander has just printed the usage.
    if (error.code === 'commander.help') return 2;
    return error.exitCode === 0 ? 0 : report(error);
  }
}
