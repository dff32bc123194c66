import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../../support/temporary-directory.ts';
import { blocksOf, patternOf, runSteps, type Step, stepsOf } from '../../support/transcript.ts';
import { waitFor } from '../../support/wait-for.ts';
import { demo } from './demo.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Keys, hashes, times, lag and figures differ from run to run: only their place is compared. */
const withoutFigures = (printed: string): string =>
  printed
    .replaceAll(/\b(?:[1-9A-HJ-NP-Za-km-z]{32,}|[0-9a-f]{64})\b/g, 'KEY')
    .replaceAll(/\d[\d:,.TZ-]*/g, '#')
    .replaceAll(/level with the chain|# slots? behind the chain/g, 'LAG')
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll('[…]', '…')
    .trim();

/** The steps of a section's console blocks, without the two that start the demo. */
function stepsOfPage(page: string, heading?: string): Step[] {
  const [, section = page] = heading ? page.split(`\n## ${heading}\n`) : [];
  const [own = ''] = heading ? section.split('\n## ') : [section];
  return blocksOf(own, 'console')
    .flatMap(stepsOf)
    .filter(({ command }) => command !== 'npm ci' && command !== 'npm start');
}

/** The command for a demo that does not listen on the ports of the examples; the verifier assumes the node's. */
const atDemo = (command: string): string =>
  command
    .replaceAll('http://127.0.0.1:8080', demo.url)
    .replaceAll('http://127.0.0.1:8899', demo.rpcUrl)
    .replace(/^node verify-ilo-settlement.mjs/, `$& --rpc ${demo.rpcUrl}`);

/** Runs steps in a folder that looks like a clone, against the running demo. */
async function runInClone(steps: readonly Step[]): Promise<string[]> {
  await using clone = await temporaryDirectory();
  for (const entry of readdirSync(ROOT)) symlinkSync(join(ROOT, entry), join(clone.path, entry));
  const env = {
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    DATA_DIR: demo.directory,
    LAUNCHLENS_URL: demo.url,
    SOLANA_RPC_URL: demo.rpcUrl,
  };
  const here = steps.map(({ command, printed }) => ({ command: atDemo(command), printed }));
  return await runSteps(here, { cwd: clone.path, env });
}

describe('the commands that the demo is shown with run as printed', () => {
  test.for([
    ['docs/data.md', undefined, 7],
    ['docs/exports.md', undefined, 2],
    ['docs/verifier.md', undefined, 3],
    ['README.md', 'A tour', 20],
  ] as const)('in %s', { timeout: 180_000 }, async ([page, heading, atLeast]) => {
    await waitFor(async () => (await fetch(`${demo.url}/api/v1/ilo/status/?min_slot=110`)).status === 200, {
      what: 'slot 110',
    });
    const steps = stepsOfPage(readFileSync(resolve(ROOT, page), 'utf8'), heading);
    expect(steps.length).toBeGreaterThanOrEqual(atLeast);

    const printed = await runInClone(steps);
    for (const [at, step] of steps.entries())
      if (step.printed !== '')
        expect
          .soft(withoutFigures(printed[at] ?? ''), step.command)
          .toMatch(patternOf(withoutFigures(step.printed)));
  });
});
