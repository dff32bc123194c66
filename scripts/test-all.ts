import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** What `npm test` runs, in this order: the quick ones first. */
const STAGES = ['lint', 'types', 'test:unit', 'test:integration', 'test:e2e', 'test:chaos'] as const;

export interface Stage {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: number;
}

/** Runs every stage though one before it failed, so that one run tells everything that is wrong. */
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

/** Counts as one failure what failed without counting a failed test: lint, types, or a run that never ended. */
async function runScript(name: string): Promise<boolean> {
  const before = failuresCounted();
  process.stdout.write(`\n--- npm run ${name}\n`);
  const child = spawn('npm', ['run', '--silent', name], {
    cwd: resolve(import.meta.dirname, '..'),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0 && failuresCounted() === before) countFailure();
  return code === 0;
}

const countFile = process.env.TEST_COUNT_FILE;

function failuresCounted(): number {
  if (!countFile) return 0;
  const lines = readFileSync(countFile, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean);
  return lines.reduce((sum, line) => sum + (JSON.parse(line) as { failed: number }).failed, 0);
}

function countFailure(): void {
  if (countFile) appendFileSync(countFile, `${JSON.stringify({ passed: 0, failed: 1 })}\n`);
}

if (process.argv[1] === import.meta.filename) {
  const stages = await runStages(STAGES, runScript);
  process.stdout.write(summaryOf(stages));
  if (stages.some(({ passed }) => !passed)) process.exitCode = 1;
}
