import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApiDocument } from '../../api/rest/openapi/document.ts';
import { ROUTES } from '../../api/rest/routes/all.ts';
import {
  type ApiUnderTest,
  type IndexUnderTest,
  openApi,
  openIndex,
} from '../api/support/mirror-under-test.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/rest.md'), 'utf8');
const examples = [...page.matchAll(/```js\n(.*?)```\n\n```text\n(.*?)```/gs)].map(
  ([, code = '', printed = '']) => ({ code, printed }),
);

describe('docs/rest.md', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  let origin: string;
  beforeAll(async () => {
    under = await openIndex();
    const { index } = under;
    await index.reset();
    index
      .launch({ launchId: 7n, slot: 800n, status: 1, totalPledged: 1_000_000_000n })
      .launch({ launchId: 7n, slot: 1_000n, status: 2, totalPledged: 3_000_000_000n });
    for (const pledger of ['a', 'b', 'c']) {
      index.pledge({ launchId: 7n, pledger, slot: 990n, amount: 1_000_000_000n });
    }
    index.coverage('streamed', 700n, 1_042n);
    await index.checkpoint({ slot: 1_042n, chainSlot: 1_042n });
    api = openApi(under.olap);
    await api.followed.reaches(1_042n);
    origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    api.app.server.closeAllConnections();
    await api.stop();
    await under.dispose();
  });

  test.for(examples)('prints what it says: $code', async ({ code, printed }) => {
    const program = code.replaceAll('http://localhost:8080', origin);
    const run = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
    expect((await run).stdout).toBe(printed);
  });

  test('has no example that is not executed', () => {
    expect(examples.length).toBeGreaterThan(2);
    expect(page.split('```').length - 1).toBe(4 * examples.length);
  });

  test('names every path of the mirror, and no other', () => {
    const named = [...page.matchAll(/^\| `GET (\/ilo\/[^`]*)` \| /gm)].map(([, path = '']) =>
      path.replaceAll('<', '{').replaceAll('>', '}'),
    );
    const described = Object.keys(openApiDocument('http://127.0.0.1:8080').paths ?? {}).filter(
      (path) => path.startsWith('/ilo/') && path.endsWith('/'),
    );
    expect(named.sort()).toEqual(described.sort());
  });

  test.for(ROUTES.filter(({ tag }) => !['Launch mirror', 'Exports', 'Operations'].includes(tag)))(
    'names $method $path',
    ({ method, path }) => {
      expect(page).toContain(`| \`${method} ${path}\` | `);
    },
  );
});
