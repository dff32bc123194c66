import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startApi } from '../../api/main.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import { settingsSchema } from '../../core/kernel/settings/schema.ts';
import { createShutdown } from '../../core/kernel/shutdown.ts';
import { TEST_PROGRAM } from '../support/index-builder.ts';
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
  });

  test('says in one line that its port is in use', async () => {
    const shutdown = createShutdown();
    const common = { olap: under.olap, logger: silentLogger, shutdown };
    const first = await startApi({ ...common, settings: settingsWith({}) });
    const { port } = new URL(first.url);

    await expect(startApi({ ...common, settings: settingsWith({ HTTP_PORT: port }) })).rejects.toThrow(
      `127.0.0.1:${port} is already in use: set HTTP_PORT to a free port.`,
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
