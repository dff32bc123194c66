import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Launchlens } from '../../client/index.ts';
import { type ApiProcess, ApiProcesses } from '../support/api-processes.ts';
import { gates, OPERATOR_TOKEN, setOver, shows } from '../support/launch-gates.ts';
import { POSTGRES_SUITE_NAME, postgresIsMissing } from '../support/postgres-server.ts';

describe.skipIf(postgresIsMissing)(`two API processes over ${POSTGRES_SUITE_NAME}`, () => {
  let apis: ApiProcesses;
  let a: ApiProcess;
  let b: ApiProcess;
  beforeAll(async () => {
    apis = await ApiProcesses.over({ OPERATOR_TOKEN });
    await apis.indexAt(20n);
    [a, b] = [await apis.start(), await apis.start()];
  });
  afterAll(async () => {
    await apis?.[Symbol.asyncDispose]();
  });

  test('show one gate, whichever of them it is set at, though the index stands still', async () => {
    const [atA, atB] = [a, b].map(({ url }) => url.replace(/\/api\/v1$/, '')) as [string, string];
    await using doorsOfA = new Launchlens({ url: atA, env: {} });
    await using doorsOfB = new Launchlens({ url: atB, env: {} });
    await shows(doorsOfA, { open: true, pending: [] });
    await shows(doorsOfB, { open: true, pending: [] });

    expect((await setOver(atA, { name: 'legal', status: 'pending' })).status).toBe(200);
    // Whoever set it sees it with the next question.
    const legal = { open: false, pending: ['legal'] };
    expect(await gates(doorsOfA)).toEqual([legal, legal, legal]);
    await shows(doorsOfB, legal);

    await setOver(atB, { name: 'audit', status: 'pending' });
    await setOver(atB, { name: 'legal', status: 'passed' });
    await shows(doorsOfB, { open: false, pending: ['audit'] });
    await shows(doorsOfA, { open: false, pending: ['audit'] });
    await setOver(atB, { name: 'audit', remove: true });
    await shows(doorsOfA, { open: true, pending: [] });
    const [tagOfA, tagOfB] = await Promise.all(
      [a, b].map(async ({ url }) => (await fetch(`${url}/ilo/status/`)).headers.get('etag')),
    );
    expect(tagOfA).toBe(tagOfB);
  });
});
