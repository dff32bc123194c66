import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Ended, type LaunchlensOptions, runLaunchlens } from '../support/launchlens-process.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';

/** Stated once for all machines, Node versions, locales and time zones. */
const DIGESTS = {
  sma: {
    text: 'a6888545c3940b36fc46d4298b6fe7d6676501215a934772314f7a4f22401d95',
    report: '6993f5dd8dd11644620e665e6d4d5282f18963c9ccc89a19f49e5e3857110f9e',
    html: 'dda37138e1573a3dac82242037fa6cb4e7ce816f880c0665657d3cbf4a473dc7',
  },
  composite: {
    text: '1b66a262a657d4ccea324b05983c5056ddd47ef6aa09ff3aa2482e9587611172',
    report: '8d3ca65849f155aec665120a09c633e3e6bcf16b2df52b42abf4319b86142967',
    html: '2629ef69b12b1913927f44490f6ec519149867f1536ed3c59907946f7717fea3',
  },
} as const;

const NO_NETWORK = resolve(import.meta.dirname, '../harness/support/no-network.mjs');
const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** The Node that runs the tests, and others by their paths: TEST_NODES=/opt/node22/bin/node:/opt/node24/bin/node. */
const NODES = [process.execPath, ...(process.env.TEST_NODES ?? '').split(':').filter(Boolean)];

const run = (directory: TemporaryDirectory, args: readonly string[], more: Partial<LaunchlensOptions> = {}) =>
  runLaunchlens(['harness', ...args], { cwd: directory.path, ...more });

async function digestsOf(strategy: string, more: Partial<LaunchlensOptions>) {
  await using directory = await temporaryDirectory();
  const files = ['--out', 'report.json', '--html', 'report.html'];
  const { code, stdout, stderr } = await run(directory, ['--strategy', strategy, ...files], more);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return {
    text: sha256(stdout),
    report: sha256(await readFile(join(directory.path, 'report.json'))),
    html: sha256(await readFile(join(directory.path, 'report.html'))),
  };
}

describe.each(['sma', 'composite'] as const)('the output of %s is the same to the byte', (strategy) => {
  test.each([
    ['in Turkish and Tokyo', { LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8', TZ: 'Asia/Tokyo' }],
    ['in German and on Chatham', { LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8', TZ: 'Pacific/Chatham' }],
    ['without a network', { NODE_OPTIONS: `--import=${NO_NETWORK}` }],
  ])('%s', async (_, env) => {
    expect(await digestsOf(strategy, { env })).toEqual(DIGESTS[strategy]);
  });

  test.each(NODES)('on %s', async (node) => {
    expect(await digestsOf(strategy, { node })).toEqual(DIGESTS[strategy]);
  });
});

test.each(NODES)(
  '%s runs the harness itself: an older one would hand over to the Node that comes along',
  (node) => {
    const version = execFileSync(node, ['-p', 'process.versions.node'], { encoding: 'utf8' });
    const [major = 0, minor = 0] = version.split('.').map(Number);
    expect(major * 1_000 + minor).toBeGreaterThanOrEqual(22_018);
  },
);

function expectRefusal({ code, stdout, stderr }: Ended, message: string): void {
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
}

describe('bad input is one clear line, exit code 2, and leaves nothing behind', () => {
  test.each([
    [['--strategy', 'rsi'], 'sma, composite'],
    [['--data-source', 'tape'], 'fixture'],
    [['--window-start', '2025-02-01', '--window-end', '2025-01-10'], '--window-start is not before'],
    [['--window-start', '2024-01-01'], 'The window is not within the data'],
    [['--window-end', 'soon'], '--window-end is no ISO 8601 UTC timestamp'],
    [['--rules', 'mine.json'], '--rules is for --strategy composite'],
    [['--strategy', 'composite', '--rules', 'none.json'], 'there is no such file'],
    [['--out', 'nowhere/report.json'], 'nowhere/report.json cannot be written'],
    [['--out', 'taken'], 'taken cannot be written: it is a directory'],
    [['--out', ''], '--out and --html need the name of a file'],
    [['--out', 'round'], 'round cannot be written: links lead round in a circle'],
    [['--html', 'link-to-null'], 'link-to-null cannot be written: it is no regular file'],
    [['--out', 'good.json', '--html', 'nowhere/report.html'], 'nowhere/report.html cannot be written'],
    [['--out', 'one', '--html', './one'], '--out and --html name the same file'],
  ])('%j', async (args, message) => {
    await using directory = await temporaryDirectory();
    await mkdir(join(directory.path, 'taken'));
    await symlink('round', join(directory.path, 'round'));
    await symlink('/dev/null', join(directory.path, 'link-to-null'));
    expectRefusal(await run(directory, args), message);
    expect((await readdir(directory.path)).sort()).toEqual(['link-to-null', 'round', 'taken']);
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });
});

test('a report that cannot be written leaves the one before as it was', async () => {
  await using directory = await temporaryDirectory();
  await writeFile(join(directory.path, 'report.json'), 'before');
  expectRefusal(await run(directory, ['--out', 'report.json', '--html', 'none/x']), 'cannot be written');
  expect(await readFile(join(directory.path, 'report.json'), 'utf8')).toBe('before');
});

test('a report goes behind a link, which stays one', async () => {
  await using directory = await temporaryDirectory();
  await writeFile(join(directory.path, 'report.json'), 'before');
  await symlink('report.json', join(directory.path, 'newest'));
  expect(await run(directory, ['--out', 'newest'])).toMatchObject({ code: 0 });
  expect((await readdir(directory.path)).sort()).toEqual(['newest', 'report.json']);
  expect(await readlink(join(directory.path, 'newest'))).toBe('report.json');
  expect(sha256(await readFile(join(directory.path, 'report.json')))).toBe(DIGESTS.sma.report);
});

test('a window of the fixture is a run of its own, from the first of its bars', async () => {
  await using directory = await temporaryDirectory();
  const window = ['--window-start', '2025-02-01T00:00:00Z', '--window-end', '2025-03-01T00:00:00Z'];
  const { code } = await run(directory, [...window, '--out', 'report.json']);
  const report = JSON.parse(await readFile(join(directory.path, 'report.json'), 'utf8')) as {
    data: Record<string, unknown>;
    steps: { planned: string }[];
  };
  expect(code).toBe(0);
  expect(report.data).toMatchObject({ bars: 672, first_ts: 1738368000, last_ts: 1740783600 });
  expect(report.steps.slice(0, 23).every(({ planned }) => planned === 'flat')).toBe(true);
});
