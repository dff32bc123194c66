import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type ApiUnderTest,
  type IndexUnderTest,
  openApi,
  openIndex,
} from '../api/support/mirror-under-test.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/exports.md'), 'utf8');

function example(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page) ?? [];
  if (code === undefined) throw new Error(`the page has no example in ${language}`);
  return code;
}

function run(program: string, input: Buffer): Promise<string> {
  return new Promise((finish, fail) => {
    const child = execFile(process.execPath, [program], (error, stdout) => {
      if (error) fail(error);
      else finish(stdout.trim());
    });
    child.stdin?.end(input);
  });
}

describe('the examples of docs/exports.md', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  beforeAll(async () => {
    under = await openIndex();
    await under.index.reset();
    under.index.launch({ launchId: 7n, slot: 1n });
    for (let index = 0; index < 20; index++) {
      under.index.pledge({ launchId: 7n, pledger: `pledger ${index}`, slot: 2n, amount: 2n ** 64n - 1n });
    }
    await under.index.checkpoint({ slot: 3n });
    api = openApi(under.olap);
    await api.followed.reaches(3n);
  });
  afterAll(async () => {
    await api.stop();
    await under.dispose();
  });
  const file = (extension: string) =>
    api.app.inject({ method: 'GET', url: `/api/v1/ilo/launches/7/pledges.${extension}` });

  test('make the digest of a CSV file with Node.js', async () => {
    await using directory = await temporaryDirectory();
    const program = join(directory.path, 'digest.mjs');
    await writeFile(program, example('js'));
    const { rawPayload, headers } = await file('csv');

    expect(await run(program, rawPayload)).toBe(headers['launchlens-digest']);
  });

  test('make the digest of a Parquet file with ClickHouse', async () => {
    await using directory = await temporaryDirectory();
    const path = join(directory.path, 'pledges.parquet');
    const { rawPayload, headers } = await file('parquet');
    await writeFile(path, rawPayload);

    const sql = example('sql').replace('pledges.parquet', path).replace(';', '');
    const rows = await under.olap.scanner.query({ sql }, z.object({ digest: z.string() }));

    expect(rows).toEqual([{ digest: headers['launchlens-digest'] }]);
  });
});
