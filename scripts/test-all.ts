import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { exitOnSignals } from '../test/support/own-temporary-directory.ts';

/** The stages of `npm test` that use every core. */
const STAGES = ['test:unit', 'test:integration', 'test:e2e'] as const;
/** Stages that use one core, or mostly wait, and so run next to the others. */
const BESIDE = ['lint', 'types', 'test:chaos'] as const;

export interface Stage {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
}

/** Runs every stage even if an earlier one failed, so that one run shows all problems. */
export async function runStages(
  names: readonly string[],
  run: (name: string) => Promise<boolean>,
): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (const name of names) {
    const startedAt = performance.now();
    const passed = await run(name);
    stages.push({ name, passed, seconds: Math.round((performance.now() - startedAt) / 1_000) });
  }
  return stages;
}

export function summaryOf(stages: readonly Stage[]): string {
  const lines = stages.map(
    ({ name, passed, seconds }) => `  ${passed ? 'passed' : 'FAILED'}  ${name.padEnd(18)}${seconds} s`,
  );
  return `\n${lines.join('\n')}\n`;
}

export interface FileTime {
  readonly file: string;
  readonly milliseconds: number;
}

export function slowestOf(times: readonly FileTime[], count: number): string {
  const slowest = times.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, count);
  const lines = slowest.map(({ file, milliseconds }) => {
    const seconds = (milliseconds / 1_000).toFixed(1);
    return `${seconds.padStart(8)} s  ${file}`;
  });
  return `\nThe slowest test files:\n${lines.join('\n')}\n`;
}

/** The files to which the runs of all stages append their reports, one line each. */
interface Reports {
  readonly directory: string;
  readonly times: string;
}

/** @param beside Whether other stages print at the same time */
async function runScript(name: string, reports: Reports, beside: boolean): Promise<boolean> {
  const counts = join(reports.directory, name.replace(':', '-'));
  if (!beside) process.stdout.write(`\n--- npm run ${name}\n`);
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: ['inherit', beside ? 'pipe' : 'inherit', beside ? 'pipe' : 'inherit'],
    env: { ...process.env, TEST_TIMES_FILE: reports.times, ...(countFile && { TEST_COUNT_FILE: counts }) },
    shell: process.platform === 'win32',
  });
  const printed: Buffer[] = [];
  for (const output of [child.stdout, child.stderr]) output?.on('data', (data: Buffer) => printed.push(data));
  const [code] = (await once(child, 'close')) as [number | null];
  if (beside) process.stdout.write(`\n--- npm run ${name}\n${Buffer.concat(printed)}`);
  if (countFile) count(countFile, linesOf(counts), code === 0);
  return code === 0;
}

const countFile = process.env.TEST_COUNT_FILE;

interface Count {
  readonly passed: number;
  readonly failed: number;
}

/** Counts as one failure if a stage failed without a failed test: lint, types, or a run that did not finish. */
function count(file: string, counts: readonly Count[], passed: boolean): void {
  const isCounted = passed || counts.some(({ failed }) => failed > 0);
  const all = isCounted ? counts : [...counts, { passed: 0, failed: 1 }];
  appendFileSync(file, all.map((each) => `${JSON.stringify(each)}\n`).join(''));
}

/** The reports of test runs, one JSON line each; empty if there are none. */
function linesOf<Line>(path: string): Line[] {
  const lines = readFileSync(path, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line);
}

/**
 * Runs npm scripts one after another, and others next to them, and says how each went.
 * @param beside Their output is printed when they end.
 */
export async function runScripts(scripts: readonly string[], beside: readonly string[]): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'launchlens-times-'));
  process.once('exit', () => rmSync(directory, { recursive: true }));
  exitOnSignals();
  const reports = { directory, times: join(directory, 'times.ndjson') };
  const lanes = await Promise.all([
    runStages(scripts, (name) => runScript(name, reports, false)),
    runStages(beside, (name) => runScript(name, reports, true)),
  ]);
  const stages = lanes.flat();
  process.stdout.write(slowestOf(linesOf<FileTime>(reports.times), 10));
  process.stdout.write(summaryOf(stages));
  if (stages.some(({ passed }) => !passed)) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) await runScripts(STAGES, BESIDE);
