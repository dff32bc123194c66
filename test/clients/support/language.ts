import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runSteps } from '../../support/transcript.ts';
import { atDemo, PAGE, sectionOf } from './page.ts';
import type { World } from './world.ts';

/** One program of the page, and what it has to print. */
export interface Example {
  /** Its file on the page. */
  readonly file: string;
  /** The client that it uses. */
  readonly client: string;
  readonly run: readonly [command: string, ...args: string[]];
  readonly prints: (world: World) => readonly (string | RegExp)[];
  /** A service that it needs besides the demo. */
  readonly needs?: 'ClickHouse';
}

export interface Language {
  /** The heading of its section. */
  readonly name: string;
  /** Its folder here, with the pinned versions. */
  readonly folder: string;
  /** The commands that its toolchain consists of, each with an argument that makes it end at once. */
  readonly tools: readonly (readonly [command: string, argument: string])[];
  readonly examples: readonly Example[];
}

export type Outcome =
  | { readonly is: 'passed' }
  | { readonly is: 'failed' | 'skipped'; readonly because: string };

export type Report = (example: Example, outcome: Outcome) => void;

const HERE = resolve(import.meta.dirname, '..');
const CACHE = resolve(HERE, '../../node_modules/.cache/clients');
const LONGEST_MS = 120_000;

/** All of it, because package managers are configured there. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
);

/** Runs all examples of a language in order; what one prints as NAME=value is in the environment of the next. */
export async function runLanguage(language: Language, world: World, report: Report): Promise<void> {
  const all = (outcome: Outcome) => language.examples.forEach((example) => void report(example, outcome));
  const missing = await missingTool(language);
  if (missing !== undefined) return all({ is: 'skipped', because: `${missing} is missing` });
  const [installing = [], ...preparing] = sectionOf(PAGE, language.name).commands;
  const directory = await layOut(language, world);
  const run = (commands: readonly string[]) =>
    runSteps(
      commands.map((command) => ({ command: atDemo(command, world), printed: '' })),
      { cwd: directory, env: environment },
    );
  try {
    await run(installing);
  } catch (error) {
    return all({ is: 'skipped', because: `its packages could not be installed: ${lastLine(error)}` });
  }
  try {
    for (const commands of preparing) await run(commands);
  } catch (error) {
    return all({ is: 'failed', because: messageOf(error) });
  }
  await runExamples(language, { world, directory, report });
}

interface Running {
  readonly world: World;
  readonly directory: string;
  readonly report: Report;
}

async function runExamples(language: Language, { world, directory, report }: Running): Promise<void> {
  const env: Record<string, string> = {
    ...environment,
    SLOT: String(world.slot),
    CLICKHOUSE_PASSWORD: 'secret',
  };
  for (const example of language.examples) {
    if (example.needs === 'ClickHouse' && world.clickHousePort === undefined) {
      report(example, { is: 'skipped', because: 'ClickHouse could not be started' });
      continue;
    }
    try {
      const printed = await printedBy(example, directory, env);
      for (const [, name = '', value] of printed.matchAll(/\b([A-Z]+)=(\S+)/g))
        if (value !== undefined) env[name] = value;
      const absent = example.prints(world).find((wanted) => !printed.match(wanted));
      if (absent !== undefined) throw new Error(`it did not print ${absent}, but:\n${printed}`);
      if (printed.includes('confirmed at slot')) await world.confirmed(env.INTENT ?? '');
      report(example, { is: 'passed' });
    } catch (error) {
      report(example, { is: 'failed', because: messageOf(error) });
    }
  }
}

async function printedBy(
  { run: [command, ...args] }: Example,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<string> {
  const { stdout } = await promisify(execFile)(command, args, { cwd, env, timeout: LONGEST_MS });
  return stdout;
}

async function missingTool({ tools }: Language): Promise<string | undefined> {
  for (const [command, argument] of tools) {
    const works = await promisify(execFile)(command, [argument]).then(
      () => true,
      () => false,
    );
    if (!works) return command;
  }
  return undefined;
}

/** A folder that stays, because packages take long to install: the pinned versions, the programs of the page, the wallet. */
async function layOut({ folder, name }: Language, world: World): Promise<string> {
  const directory = join(CACHE, folder);
  await mkdir(directory, { recursive: true });
  const pins = join(HERE, folder);
  for (const file of await readdir(pins)) await copyFile(join(pins, file), join(directory, file));
  for (const [file, code] of sectionOf(PAGE, name).programs) {
    const path = join(directory, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, atDemo(code, world));
  }
  await writeFile(join(directory, 'wallet.json'), world.walletFile);
  return directory;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const lastLine = (error: unknown): string => messageOf(error).trim().split('\n').at(-1) ?? '';
