import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readFixture, readRules } from '../../../harness/data/inputs.ts';
import { evaluate } from '../../../harness/evaluate.ts';
import { setupOf } from '../../../harness/setup.ts';
import { harnessReport } from '../../../schemas/harness/report.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

test('a composite report embeds the tree that it used and tells the regime of every step', () => {
  const rules = readRules();
  const setup = setupOf({ series: readFixture(), rules });
  const report = harnessReport.parse(evaluate(setup, { whole: true }).report);
  expect(report.rules).toEqual(rules);
  const regimes = new Set(report.steps.map(({ regime }) => regime));
  expect([...regimes].sort()).toEqual(
    ['ranging', 'thin', 'trending_down', 'trending_up', 'turbulent', null].sort(),
  );
  expect(report.steps[0]).toHaveProperty('regime', null);
  expect(report.trades.length).toBeGreaterThan(4);
});

test('the manual explains every field of a report', () => {
  const manual = readFileSync(resolve(import.meta.dirname, '../../../docs/harness.md'), 'utf8');
  const explained = new Set(
    [...manual.matchAll(/`([a-z0-9_.]+)`/g)].map(([, name]) => name?.split('.').at(-1)),
  );
  const fieldsOf = (shape: object): string[] =>
    Object.entries(shape).flatMap(([name, { shape: below, element }]) => [
      name,
      ...fieldsOf(below ?? element?.shape ?? {}),
    ]);
  const fields = fieldsOf(harnessReport.shape);
  expect(fields).toContain('gross_ending_equity');
  expect(fields).toContain('cash_after');
  expect(fields.filter((name) => !explained.has(name))).toEqual([]);
});

const deep = (depth: number): unknown => (depth === 0 ? { regime: ['thin'] } : { not: deep(depth - 1) });

test.each([
  ['that is no JSON', () => 'enter', 'it is not JSON'],
  ['with a condition that nobody knows', () => ({ enter: { sometimes: [] } }), 'enter (invalid_union)'],
  ['with an indicator that nobody knows', () => ({ exit: { compare: ['rsi', '>', 1] } }), 'exit'],
  ['with no conditions to join', () => ({ exit: { all: [] } }), 'exit'],
  ['without limits of the regimes', () => ({ regime: {} }), 'regime.turbulent_atr_percentile'],
  ['without end', () => ({ enter: deep(500) }), 'it is nested more than 40 deep'],
])('a rule tree %s is refused in one line', async (_, make, message) => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'rules.json');
  const made = make();
  await writeFile(path, typeof made === 'string' ? made : JSON.stringify({ ...readRules(), ...made }));
  expect(() => readRules(path)).toThrow(message);
});
