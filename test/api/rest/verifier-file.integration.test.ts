import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TemporaryDirectory, temporaryDirectory } from '../../support/temporary-directory.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';

const FILE = '/verify-ilo-settlement.mjs';
const TEXT = "#!/usr/bin/env node\nconsole.log('größer');\n";

describe('the verifier that the API serves', () => {
  let under: IndexUnderTest;
  let directory: TemporaryDirectory;
  let api: ApiUnderTest;
  beforeAll(async () => {
    under = await openIndex();
    directory = await temporaryDirectory();
    const verifier = join(directory.path, FILE);
    await writeFile(verifier, TEXT);
    api = openApi(under.olap, { verifiers: [verifier] });
  });
  afterAll(async () => {
    await api.stop();
    await under.dispose();
    await directory[Symbol.asyncDispose]();
  });

  test('is the built file, byte for byte, with its digest beside it as sha256sum writes it', async () => {
    const file = await api.get(FILE);
    expect([file.status, file.text, file.headers['content-type']]).toEqual([
      200,
      TEXT,
      'text/javascript; charset=utf-8',
    ]);
    const digest = await api.get(`${FILE}.sha256`);
    const expected = createHash('sha256').update(TEXT).digest('hex');
    expect([digest.status, digest.text]).toEqual([200, `${expected}  verify-ilo-settlement.mjs\n`]);
  });

  test.each([FILE, `${FILE}.sha256`])('%s is cached, by its tag too, and only read', async (path) => {
    const { headers } = await api.get(path);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    });
    const again = await api.get(path, { 'if-none-match': String(headers.etag) });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', headers.etag]);
    const posted = await api.request('POST', path, {}, {});
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('says how to build it where it is not built', async () => {
    const bare = openApi(under.olap, { verifiers: [join(directory.path, 'nowhere', FILE)] });
    for (const path of [FILE, `${FILE}.sha256`]) {
      const { status, json } = await bare.get(path);
      expect(status).toBe(404);
      expect(json).toMatchObject({ detail: expect.stringContaining('npm run build') });
    }
    await bare.stop();
  });
});
