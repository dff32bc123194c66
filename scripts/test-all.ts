import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { exitOnSignals } from '../test/support/own-temporary-directory.ts';

/** The stages of `npm test`, in order: quick ones first. */
const STAGES = ['lint', 'types', 'test:unit', 'test:integration', 'test:e2e', 'test:chaos'] as const;

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

/** Counts as one failure if a stage failed without a failed test: lint, types, or a run that did not finish. */
async function runScript(name: string, timesFile: string): Promise<boolean> {
  const before = failuresCounted();
  process.stdout.write(`\n--- npm run ${name}\n`);
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
    env: { ...process.env, TEST_TIMES_FILE: timesFile },
    shell: process.platform === 'win32',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 && failuresCounted() === before) countFailure();
  return code === 0;
}

const countFile = process.env.TEST_COUNT_FILE;

function failuresCounted(): number {
  if (!countFile) return 0;
  return linesOf<{ failed: number }>(countFile).reduce((sum, { failed }) => sum + failed, 0);
}

/** The reports of test runs, one JSON line each; empty if there are none. */
function linesOf<Line>(path: string): Line[] {
  const lines = readFileSync(path, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line);
}

function countFailure(): void {
  if (countFile) appendFileSync(countFile, `${JSON.stringify({ passed: 0, failed: 1 })}\n`);
}

if (process.argv[1] === import.meta.filename) {
  const directory = mkdtempSync(join(tmpdir(), 'launchlens-times-'));
  process.once('exit', () => rmSync(directory, { recursive: true }));
  exitOnSignals();
  const timesFile = join(directory, 'times.ndjson');
  const stages = await runStages(STAGES, (name) => runScript(name, timesFile));
  process.stdout.write(slowestOf(linesOf<FileTime>(timesFile), 10));
  process.stdout.write(summaryOf(stages));
  if (stages.some(({ passed }) => !passed)) process.exitCode = 1;
}
