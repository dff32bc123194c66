import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startApi } from '../../api/main.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import { settingsSchema } from '../../core/kernel/settings/schema.ts';
import { createShutdown } from '../../core/kernel/shutdown.ts';
import { embeddedDecisions } from '../support/decision-stores.ts';
import { TEST_PROGRAM } from '../support/index-builder.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';
import { indexSuite } from './support/index-suite.ts';
import { silentLogger } from './support/mirror-under-test.ts';

const settingsWith = (values: Record<string, string>): Settings =>
  settingsSchema.parse({ HTTP_PORT: '0', ESCROW_PROGRAM_ID: TEST_PROGRAM, ...values });

describe('the API as a program', () => {
  const under = indexSuite();

  test('listens, follows the index and ends with the program', async () => {
    under.index.launch({ launchId: 7n, slot: 1n });
    await under.index.checkpoint({ slot: 1n, indexedAt: Date.now() });
    const shutdown = createShutdown();
    const api = await startApi({
      olap: under.olap,
      logger: silentLogger,
      shutdown,
      settings: settingsWith({}),
    });
    const slotOf = async () => {
      const answer = await fetch(`${api.url}/api/v1/ilo/status/`);
      return answer.headers.get('x-last-indexed-slot');
    };

    await waitFor(async () => (await slotOf()) === '1', { what: 'slot 1 to be served' });
    await under.index.checkpoint({ slot: 2n, indexedAt: Date.now() });
    api.nudge();
    await waitFor(async () => (await slotOf()) === '2', { what: 'slot 2 to be served' });
    expect((await fetch(`${api.url}/ready`)).status).toBe(200);

    await shutdown.run('the test is over');
    await expect(fetch(`${api.url}/health`)).rejects.toThrow();
  });

  test('ends within the limit of a shutdown though a connection never asks anything', async () => {
    const shutdown = createShutdown();
    const settings = settingsWith({});
    const api = await startApi({ olap: under.olap, logger: silentLogger, shutdown, settings });
    const silent = connect(Number(new URL(api.url).port), '127.0.0.1');
    await once(silent, 'connect');
    const cut = once(silent, 'close');

    await shutdown.run('the test is over');
    await cut;
    expect(silent.bytesRead).toBe(0);
  });

  test('seals cursors by a stored key, which no public setting gives away', async () => {
    for (const launchId of [7n, 8n]) under.index.launch({ launchId, slot: 1n });
    await under.index.checkpoint({ slot: 1n, indexedAt: Date.now() });
    await using store = await embeddedDecisions();
    await using directory = await temporaryDirectory();
    const settings = settingsWith({ DATA_DIR: directory.path });
    const asked = async (query: string) => {
      const shutdown = createShutdown();
      const api = await startApi({
        ...{ olap: under.olap, oltp: store.oltp, logger: silentLogger, shutdown, settings },
      });
      const page = () => fetch(`${api.url}/api/v1/ilo/launches/?limit=1${query}`);
      await waitFor(async () => (await page()).status !== 503, { what: 'the index to be served' });
      const answer = await page();
      await shutdown.run('the test is over');
      return {
        status: answer.status,
        cursor: ((await answer.json()) as { next_cursor: string }).next_cursor,
      };
    };

    const { cursor } = await asked('');
    const afterRestart = await asked(`&cursor=${cursor}`);
    const derivedKey = createHash('sha256')
      .update(`launchlens cursors ${settings.SOLANA_CLUSTER} ${TEST_PROGRAM}`)
      .digest();
    const payload = Buffer.from(cursor, 'base64url').subarray(16);
    const tag = createHmac('sha256', derivedKey).update(payload).digest().subarray(0, 16);
    const forged = Buffer.concat([tag, payload]).toString('base64url');

    expect(afterRestart.status).toBe(200);
    expect((await asked(`&cursor=${forged}`)).status).toBe(400);
  });

  test('says in one line that its port is in use', async () => {
    const shutdown = createShutdown();
    const common = { olap: under.olap, logger: silentLogger, shutdown };
    const first = await startApi({ ...common, settings: settingsWith({}) });
    const { port } = new URL(first.url);

    await expect(startApi({ ...common, settings: settingsWith({ HTTP_PORT: port }) })).rejects.toThrow(
      `127.0.0.1:${port} is already in use. Set HTTP_PORT to a free port.`,
    );
    await shutdown.run('the test is over');
  });

  test('does not serve an index that was built for another program', async () => {
    await under.index.reset({ programId: '11111111111111111111111111111111' });
    await under.index.checkpoint({ slot: 1n });
    const shutdown = createShutdown();
    const api = await startApi({
      olap: under.olap,
      logger: silentLogger,
      shutdown,
      settings: settingsWith({}),
    });

    const detail = await waitFor(
      async () => {
        const body = (await (await fetch(`${api.url}/ready`)).json()) as { detail: string };
        return body.detail.includes('INDEX_FOREIGN') && body.detail;
      },
      { what: 'the API to say that the index is foreign' },
    );
    expect(detail).toContain('reading the index fails');
    await shutdown.run('the test is over');
  });
});
