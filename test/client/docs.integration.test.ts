import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as client from '../../client/index.ts';
import type { TemporaryDirectory } from '../support/temporary-directory.ts';
import { installedProject, ROOT } from './support/installed.ts';
import { type RunningApi, runApi } from './support/running-api.ts';

const page = readFileSync(resolve(ROOT, 'docs/client.md'), 'utf8');
const examples = [...page.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)].map(
  ([, code = '', printed = '']) => ({ code, printed }),
);

describe('docs/client.md', () => {
  let api: RunningApi;
  let project: TemporaryDirectory;
  beforeAll(async () => {
    project = await installedProject();
    api = await runApi();
    const { index } = api.under;
    index
      .launch({ launchId: 7n, slot: 800n, status: 1, totalPledged: 1_000_000_000n })
      .launch({ launchId: 7n, slot: 1_000n, status: 2, totalPledged: 3_000_000_000n });
    for (const pledger of ['a', 'b', 'c']) {
      index.pledge({ launchId: 7n, pledger, slot: 990n, amount: 1_000_000_000n });
    }
    index.coverage('streamed', 700n, 1_042n);
    await api.show(1_042n);
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
    await project[Symbol.asyncDispose]();
  });

  test.for(examples)('prints what it says: $code', async ({ code, printed }) => {
    const program = code.replaceAll('http://localhost:8080', api.url);
    const args = ['--input-type=module', '--eval', program];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project.path });
    expect(stdout).toBe(printed);
  });

  test('has no program that is not executed', () => {
    expect(examples.length).toBe(4);
    expect(page.split('```js').length - 1).toBe(examples.length);
  });

  test('names every class of error, and no other', () => {
    const named = [...page.matchAll(/^\| `(\w+Error)` \| `\w+` \|/gm)].map(([, name]) => name);
    const general = ['ClientError', 'HttpError'];
    const exported = Object.keys(client).filter((name) => name.endsWith('Error') && !general.includes(name));
    expect(named.sort()).toEqual(exported.sort());
  });
});
