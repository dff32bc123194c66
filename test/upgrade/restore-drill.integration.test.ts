import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { unusedPort } from '../support/processes.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { blocksOf, patternOf, runSteps, stepsOf } from '../support/transcript.ts';
import { unpackRelease } from './release.ts';

const ROOT = resolve(import.meta.dirname, '../..');

test('the restore drill of docs/backups.md runs word by word', async () => {
  const [, drill = ''] = readFileSync(join(ROOT, 'docs/backups.md'), 'utf8').split('\n## Restore drill\n');
  const port = String(await unusedPort());
  const steps = blocksOf(drill.replaceAll('8090', port), 'console').flatMap(stepsOf);
  expect(steps.length).toBeGreaterThan(12);

  // Given an installation: a clone, its settings and its data
  await using clone = await temporaryDirectory();
  for (const entry of readdirSync(ROOT).filter((name) => name !== '.launchlens' && name !== '.env'))
    symlinkSync(join(ROOT, entry), join(clone.path, entry));
  writeFileSync(join(clone.path, '.env'), 'SOLANA_CLUSTER=localnet\nLOG_LEVEL=warn\n');
  await mkdir(join(clone.path, '.launchlens'));
  await unpackRelease(join(clone.path, '.launchlens'));

  const env = { PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) };
  const printed = await runSteps(steps, { cwd: clone.path, env });

  for (const [at, step] of steps.entries())
    if (step.printed !== '') expect.soft(printed[at], step.command).toMatch(patternOf(step.printed));
});
