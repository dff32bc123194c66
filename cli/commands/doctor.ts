import type { Command } from 'commander';
import { runChecks } from '../doctor/checks.ts';
import { command } from '../options.ts';
import { type ProgramFlags, withPrograms } from '../programs/options.ts';
import { openSession } from '../session.ts';

export function doctorCommand(): Command {
  return withPrograms(command('doctor', { example: 'launchlens doctor' }))
    .option('--json', 'a JSON line for each check', false)
    .action(async ({ json, ...flags }: ProgramFlags & { readonly json: boolean }) => {
      const print = (line: string) => process.stdout.write(`${line}\n`);
      process.exitCode = (await runChecks({ ...openSession(), print, json, flags })) ? 0 : 1;
    });
}
