import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readFixture } from '../../harness/data/inputs.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const root = resolve(import.meta.dirname, '../..');

test('the frozen bars come out of their script byte for byte', async () => {
  await using directory = await temporaryDirectory();
  const made = join(directory.path, 'bars.csv');
  execFileSync(process.execPath, [join(root, 'scripts/make-bars-fixture.ts'), made], { stdio: 'pipe' });
  const frozen = readFileSync(join(root, 'fixtures/bars/synthetic-hourly.csv'), 'utf8');
  expect(readFileSync(made, 'utf8')).toBe(frozen);
});

test('the report says that the bars are synthetic', () => {
  const { origin, bars } = readFixture();
  expect(origin).toMatch(/^synthetic: made up by scripts\/make-bars-fixture\.ts/);
  expect(bars.length).toBeGreaterThanOrEqual(2000);
});

test('nothing of the harness but its live data can reach a network', () => {
  const NETWORK = /node:(?:net|https?|http2|dgram|tls|dns)|\bfetch\b|WebSocket|XMLHttpRequest/;
  const files = globSync('harness/**/*.ts', { cwd: root }).filter((path) => !path.includes('live/'));
  expect(files.length).toBeGreaterThan(24);
  expect(files.filter((path) => NETWORK.test(readFileSync(join(root, path), 'utf8')))).toEqual([]);
});
