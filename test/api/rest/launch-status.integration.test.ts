import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { launchStatusAnswer } from '../../../schemas/rest/answers.ts';
import type { GateLeg } from '../../../schemas/rest/launch-gate.ts';
import { indexSuite } from '../support/index-suite.ts';
import { type ApiUnderTest, openApi } from '../support/mirror-under-test.ts';

const PATH = '/api/v1/ilo/status/';

describe('GET /ilo/status/', () => {
  const under = indexSuite();
  let api: ApiUnderTest;
  let legs: GateLeg[];
  let version: number;
  beforeEach(async () => {
    legs = [];
    version = 0;
    const gate = {
      legs: () => legs,
      get version() {
        return version;
      },
    };
    api = openApi(under.olap, {}, { gate });
  });
  afterEach(async () => {
    await api.stop();
  });

  test('says not_created while no launch exists', async () => {
    await under.index.checkpoint({ slot: 3n });
    await api.followed.reaches(3n);

    const { status, json } = await api.get(PATH);

    expect(status).toBe(200);
    expect(() => launchStatusAnswer.parse(json)).not.toThrow();
    expect(json).toMatchObject({
      phase: 'not_created',
      launch: null,
      launch_gate: { open: true, pending: [], legs: [] },
    });
  });

  test('names the newest active launch, else the newest pending, else the newest settled one', async () => {
    // Given a settled launch at slot 1, a pending one from slot 2 and an active one from slot 3, the oldest of all
    under.index
      .launch({ launchId: 1n, slot: 1n, startTs: 900n, status: 3 })
      .launch({ launchId: 2n, slot: 2n, startTs: 800n, status: 0 })
      .launch({ launchId: 3n, slot: 3n, startTs: 100n, status: 1 })
      .launch({ launchId: 3n, slot: 5n, startTs: 100n, status: 2 })
      .coverage('streamed', 1n, 5n);
    await under.index.checkpoint({ slot: 5n });
    await api.followed.reaches(5n);
    const at = async (slot: number) => (await api.get(`${PATH}?as_of_slot=${slot}`)).json;

    expect(await at(1)).toMatchObject({ phase: 'failed', launch: { launch_id: '1' } });
    expect(await at(2)).toMatchObject({ phase: 'pending', launch: { launch_id: '2' } });
    expect(await at(3)).toMatchObject({ phase: 'active', launch: { launch_id: '3' } });
    expect((await api.get(PATH)).json).toMatchObject({ phase: 'pending', launch: { launch_id: '2' } });
  });

  test('shows which leg of the gate is pending, as soon as the operator changes it', async () => {
    await under.index.checkpoint({ slot: 3n });
    await api.followed.reaches(3n);
    const before = await api.get(PATH);

    const leg = { name: 'legal', status: 'pending', updated_at: '2026-10-01T00:00:00Z', note: '' } as const;
    legs = [leg, { ...leg, name: 'audit', status: 'passed' }];
    version = 1;
    const after = await api.get(PATH);

    expect(after.json.launch_gate).toEqual({ open: false, pending: ['legal'], legs });
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  test('is not open when a leg has failed, though none is pending', async () => {
    legs = [{ name: 'legal', status: 'failed', updated_at: '2026-10-01T00:00:00Z', note: 'no' }];
    await under.index.checkpoint({ slot: 3n });
    await api.followed.reaches(3n);

    expect((await api.get(PATH)).json.launch_gate).toMatchObject({ open: false, pending: [] });
  });
});
