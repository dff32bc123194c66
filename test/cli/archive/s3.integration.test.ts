import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runLaunchlens } from '../../support/launchlens-process.ts';
import { type S3Store, startS3Store } from '../../support/s3-store.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { unpackFacts } from '../../upgrade/release.ts';

let home: TemporaryDirectory;
let store: S3Store;
beforeAll(async () => {
  [home, store] = await Promise.all([temporaryDirectory(), startS3Store()]);
  unpackFacts(home.path);
});
afterAll(async () => {
  await store?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  runLaunchlens(args, {
    cwd: home.path,
    env: { DATA_DIR: home.path, LOG_LEVEL: 'warn', ...store.settings, ...env },
  });

test('an export and its increment go to an S3-compatible store and come back as one index', async () => {
  const whole = await run(['export', '--out', 's3://backups/index/one', '--as-of-slot', '150']);
  expect(whole).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('"s3://backups/index/one"'),
  });
  const more = await run(['export', '--out', 's3://backups/index/two', '--since', 's3://backups/index/one']);
  expect(more).toMatchObject({ code: 0, stderr: '' });

  const env = { DATA_DIR: join(home.path, 'restored') };
  const imported = await run(['import', 's3://backups/index/one', 's3://backups/index/two'], env);
  expect(imported).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('"slot":262') });
  expect(await readdir(env.DATA_DIR)).not.toContainEqual(expect.stringMatching(/^copies-/));
});

test.each([
  ['a name that has an export', 's3://backups/index/one', {}, 2, 'it exists already'],
  [
    'another secret',
    's3://backups/three',
    { AWS_SECRET_ACCESS_KEY: 'x' },
    1,
    'HTTP 403 SignatureDoesNotMatch',
  ],
  ['an unknown bucket', 's3://other/three', {}, 1, 'HTTP 404 NoSuchBucket'],
  ['no key', 's3://backups/three', { AWS_ACCESS_KEY_ID: '' }, 2, 'AWS_ACCESS_KEY_ID is not set'],
  ['no name', 's3://backups', {}, 2, 'is not s3://BUCKET/NAME'],
] as const)('an export to %s is refused before anything is written', async (_, out, env, code, reason) => {
  const before = store.objects.size;

  expect(await run(['export', '--out', out], env)).toMatchObject({
    code,
    stdout: '',
    stderr: expect.stringContaining(reason),
  });
  expect(store.objects.size).toBe(before);
});
