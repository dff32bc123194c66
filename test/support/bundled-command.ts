import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundled, bundlesOf, keepJust } from './bundle.ts';

/** Names the command that this run bundled, which `LaunchlensProcess` starts. */
export const COMMAND = 'TEST_COMMAND';

const MAIN = resolve(import.meta.dirname, '../../cli/main.ts');

/** Runs once before the files of a project; the processes that run them inherit the environment. */
export async function setup(project: TestProject): Promise<void> {
  if (process.env[COMMAND]) return;
  process.env[COMMAND] = await bundleCommand();
  // While sources are watched, tests run again over what they are then.
  project.onTestsRerun(async () => {
    await bundleCommand();
  });
}

async function bundleCommand(): Promise<string> {
  const [outdir, name] = [bundlesOf('launchlens-command'), 'launchlens'];
  await keepJust(outdir, await bundled({ entry: MAIN, outdir, name, splitting: true }));
  return join(outdir, `${name}.mjs`);
}
