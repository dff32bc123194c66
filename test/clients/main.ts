import { appendFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { exitOnSignals } from '../support/own-temporary-directory.ts';
import { LANGUAGES } from './languages/all.ts';
import { type Example, type Language, type Outcome, runLanguage } from './support/language.ts';
import { startWorld } from './support/world.ts';

const USAGE = `npm run test:clients -- [--only LANGUAGE]... [--require LANGUAGE]...

Runs the programs of docs/clients.md, which use clients that others wrote, against a demo that it starts. A language whose
toolchain or packages are missing is skipped.

  --only LANGUAGE     this one alone; may be given more than once: ${LANGUAGES.map(({ folder }) => folder).join(', ')}
  --require LANGUAGE  fails if this one would be skipped; may be given more than once
`;

const names = { type: 'string', multiple: true, default: [] as string[] } as const;
const { values } = parseArgs({
  options: { only: names, require: names, help: { type: 'boolean', default: false } },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function chosen(): readonly Language[] {
  const named = [...values.only, ...values.require];
  const unknown = named.filter((name) => !LANGUAGES.some(({ folder }) => folder === name));
  if (unknown.length > 0) throw new Error(`no such language: ${unknown.join(', ')}`);
  return values.only.length === 0
    ? LANGUAGES
    : LANGUAGES.filter(({ folder }) => values.only.includes(folder));
}

interface Result extends Record<Outcome['is'], number> {
  /** What failed, a line each. */
  readonly failures: readonly string[];
}

async function runAll(languages: readonly Language[]): Promise<Result> {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  const failures: string[] = [];
  await using world = await startWorld({
    withClickHouse: languages.some(({ examples }) => examples.some(({ needs }) => needs === 'ClickHouse')),
  });
  for (const language of languages) {
    const isRequired = values.require.includes(language.folder);
    const report = ({ client, file }: Example, outcome: Outcome): void => {
      const is = outcome.is === 'skipped' && isRequired ? 'failed' : outcome.is;
      counts[is] += 1;
      const why = outcome.is === 'passed' ? '' : `: ${outcome.because}`;
      const line = `${language.name}  ${client} (${file})${why}`;
      if (is === 'failed') failures.push(`test/clients > ${line.split('\n', 1)[0]}`);
      say(`${is === 'failed' ? 'FAILED' : is}  ${line}`);
    };
    const startedAt = performance.now();
    await runLanguage(language, world, report);
    say(`        ${language.name} took ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  }
  return { ...counts, failures };
}

/** Tells those who count the tests of several runs, in the lines that `CountReporter` writes for the others. */
function count({ passed, failed, failures }: Result): void {
  const path = process.env.TEST_COUNT_FILE;
  if (path) appendFileSync(path, `${JSON.stringify({ passed, failed, failures })}\n`);
}

if (values.help) say(USAGE);
else {
  exitOnSignals();
  const result = await runAll(chosen());
  const { passed, failed, skipped } = result;
  count(result);
  say(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  if (failed > 0) process.exitCode = 1;
}
