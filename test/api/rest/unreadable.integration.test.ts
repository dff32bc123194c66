import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { launchAddress, pledgeAddress } from '../../../idl/pda.ts';
import { keyOf, pubkeyOf, TEST_PROGRAM } from '../../support/index-builder.ts';
import {
  type ApiUnderTest,
  type IndexUnderTest,
  openApi,
  openIndex,
  showSlot,
} from '../support/mirror-under-test.ts';

const ILO = '/api/v1/ilo';
const program = pubkeyBytes(TEST_PROGRAM);
const launchKey = (id: bigint): string => pubkeyFromBytes(launchAddress(program, id));
const pledgeKey = (id: bigint, name: string): string =>
  pubkeyFromBytes(pledgeAddress(program, id, keyOf(name)));

describe('accounts whose newest bytes no layout explains', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  beforeAll(async () => {
    under = await openIndex();
  });
  afterAll(async () => {
    await under.dispose();
  });

  /** Two launches with two pledges each, of which a test makes something unreadable at slot 5. */
  async function begin(): Promise<void> {
    await under.index.reset();
    for (const launchId of [1n, 2n]) {
      under.index.launch({
        launchId,
        slot: 1n,
        status: launchId === 1n ? 3 : 1,
        startTs: launchId,
        totalPledged: 8n,
      });
      for (const pledger of ['a', 'b']) under.index.pledge({ launchId, pledger, slot: 2n, amount: 4n });
    }
    under.index.coverage('snapshot', 1n, 1n);
    await under.index.checkpoint({ slot: 4n });
    api = openApi(under.olap);
    await api.followed.reaches(4n);
  }
  beforeEach(async () => {
    await begin();
    return () => api.stop();
  });
  const status = async (path: string): Promise<[number, string]> => {
    const { status: code, json } = await api.get(`${ILO}${path}`);
    return [code, json?.detail ?? ''];
  };
  const ids = async (path: string): Promise<[number, string[]]> => {
    const { json } = await api.get(`${ILO}${path}`);
    const results = json.results as { launch_id: string }[];
    return [json.source.unreadable_accounts ?? 0, results.map(({ launch_id }) => launch_id)];
  };

  test('of a launch: its questions are refused by name from that slot on, lists leave it out and say so', async () => {
    under.index.unreadable({ launchId: 2n, slot: 5n });
    await showSlot(under, api, 6n);

    for (const path of [
      '/launches/2/',
      '/launches/2/pledges/',
      '/launches/2/raise-curve/',
      '/launches/2/pledges.csv',
    ]) {
      for (const at of ['', '?as_of_slot=5']) {
        const [code, detail] = await status(path + at);
        expect([path, at, code]).toEqual([path, at, 410]);
        expect(detail).toContain(`${launchKey(2n)} is unreadable at slot ${at === '' ? 6 : 5}: since slot 5`);
      }
      expect((await status(`${path}?as_of_slot=4`))[0]).toBe(200);
    }
    for (const at of ['', '?as_of_slot=5']) expect(await ids(`/launches/${at}`)).toEqual([1, ['1']]);
    expect(await ids('/launches/?as_of_slot=4')).toEqual([0, ['2', '1']]);
    const { json } = await api.get(`${ILO}/status/`);
    expect(json).toMatchObject({ launch: { launch_id: '1' }, source: { unreadable_accounts: 1 } });
    const currentAt = async (slot: number): Promise<string> =>
      (await api.get(`${ILO}/status/?as_of_slot=${slot}`)).json.launch.launch_id;
    expect([await currentAt(4), await currentAt(5)]).toEqual(['2', '1']);
    expect((await status('/launches/1/'))[0]).toBe(200);
    for (const at of ['', '?as_of_slot=5']) {
      expect((await status(`/wallets/${pubkeyOf('a')}/positions/${at}`))[0]).toBe(410);
      expect((await status(`/wallets/${pubkeyOf('c')}/positions/${at}`))[0]).toBe(200);
    }
    expect((await status(`/wallets/${pubkeyOf('a')}/positions/?as_of_slot=4`))[0]).toBe(200);
    const query = '{ source { unreadableAccounts } launches { nodes { launchId } } }';
    const graphql = await api.request('POST', '/graphql', { 'content-type': 'application/json' }, { query });
    expect(graphql.json.data).toEqual({
      source: { unreadableAccounts: 1 },
      launches: { nodes: [{ launchId: '1' }] },
    });
    expect((await api.get('/metrics')).text).toContain('launchlens_api_unreadable_accounts 1');
  });

  test('of a Pledge: its wallet and whatever sums it up is refused, the rest answers', async () => {
    under.index.unreadable({ launchId: 1n, pledger: 'a', slot: 5n });
    under.index.unreadable({ launchId: 2n, pledger: 'a', slot: 5n });
    await showSlot(under, api, 6n);

    const [code, detail] = await status(`/launches/2/?wallet=${pubkeyOf('a')}`);
    expect([code, detail]).toEqual([410, expect.stringContaining(pledgeKey(2n, 'a'))]);
    const listings = ['pledges/', 'pledges.csv', 'pledges.ndjson', 'pledges.parquet', 'distribution/'];
    for (const path of listings) {
      for (const at of ['', '?as_of_slot=5']) {
        expect([path, at, (await status(`/launches/2/${path}${at}`))[0]]).toEqual([path, at, 410]);
      }
    }
    for (const path of ['pledges/', 'pledges.csv']) {
      expect((await status(`/launches/2/${path}?as_of_slot=4`))[0]).toBe(200);
    }
    for (const at of ['', '?as_of_slot=5']) {
      expect((await status(`/wallets/${pubkeyOf('a')}/positions/${at}`))[0]).toBe(410);
      expect((await status(`/wallets/${pubkeyOf('c')}/positions/${at}`))[0]).toBe(200);
    }
    // A failed launch shows the sum of its refunds
    expect((await status('/launches/1/'))[0]).toBe(410);
    // And what needs none of them answers
    expect((await status(`/launches/2/?wallet=${pubkeyOf('b')}`))[0]).toBe(200);
    for (const path of ['raise-curve/', 'flows/', 'flows.csv']) {
      expect([path, (await api.get(`${ILO}/launches/2/${path}`)).status]).toEqual([path, 200]);
    }
    expect(await ids('/launches/')).toEqual([2, ['2', '1']]);
    expect((await status('/launches/1/?as_of_slot=4'))[0]).toBe(200);
  });

  test('of an escrow: its launch is refused with the balance that it would show', async () => {
    under.index.tokenAccount({ launchId: 2n, role: 'escrow', slot: 2n, amount: 8n });
    under.index.unreadable({ launchId: 2n, role: 'escrow', slot: 5n, owner: 'token program' });
    await showSlot(under, api, 6n);

    expect(await status('/launches/2/')).toEqual([410, expect.stringContaining(pubkeyOf('escrow 2'))]);
    expect(await ids('/launches/')).toEqual([1, ['1']]);
    expect((await status('/launches/2/?as_of_slot=4'))[0]).toBe(200);
  });

  test('that were never read are not taken for ones that do not exist', async () => {
    under.index.unreadable({ launchId: 9n, slot: 5n }).unreadable({ launchId: 2n, pledger: 'c', slot: 5n });
    await showSlot(under, api, 6n);

    expect(await status('/launches/9/')).toEqual([410, expect.stringContaining(launchKey(9n))]);
    expect((await status(`/launches/2/?wallet=${pubkeyOf('c')}`))[0]).toBe(410);
    for (const path of ['/launches/9/?as_of_slot=5', `/launches/2/?wallet=${pubkeyOf('c')}&as_of_slot=5`]) {
      expect([path, (await status(path))[0]]).toEqual([path, 410]);
    }
    for (const path of ['pledges/', 'pledges.csv', 'distribution/', 'raise-curve/', 'flows/', 'flows.csv']) {
      for (const at of ['', '?as_of_slot=5']) {
        expect([path, (await status(`/launches/9/${path}${at}`))[0]]).toEqual([path, 410]);
      }
      expect([path, (await status(`/launches/9/${path}?as_of_slot=4`))[0]]).toEqual([path, 404]);
      expect([path, (await status(`/launches/8/${path}`))[0]]).toEqual([path, 404]);
    }
    expect((await status('/launches/9/?as_of_slot=4'))[0]).toBe(404);
    expect((await status('/launches/8/'))[0]).toBe(404);
    expect(await ids('/launches/')).toEqual([0, ['2', '1']]);
  });

  test('are read again once their bytes are decoded, and once a later write can be read', async () => {
    under.index.unreadable({ launchId: 2n, slot: 5n }).unreadable({ launchId: 1n, slot: 5n });
    await showSlot(under, api, 6n);
    // When one is decoded in its slot under the next revision, and the other one changes
    under.index.launch({ launchId: 2n, slot: 5n, totalPledged: 9n });
    under.index.launch({ launchId: 1n, slot: 7n, status: 1 });
    await showSlot(under, api, 7n);

    expect(await ids('/launches/')).toEqual([0, ['2', '1']]);
    expect((await api.get(`${ILO}/launches/2/?as_of_slot=5`)).json.launch.total_pledged).toBe('9');
    expect((await status('/launches/1/?as_of_slot=6'))[0]).toBe(410);
  });
});
