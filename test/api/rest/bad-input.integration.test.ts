import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pubkeyOf } from '../../support/index-builder.ts';
import { type ApiUnderTest, type IndexUnderTest, openApi, openIndex } from '../support/mirror-under-test.ts';

const DETAIL_PATHS = '/api/v1/ilo/launches';

describe('bad input', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  let cursor = '';
  beforeAll(async () => {
    under = await openIndex();
    await under.index.reset();
    under.index
      .launch({ launchId: 7n, slot: 100n })
      .launch({ launchId: 8n, slot: 100n })
      .coverage('snapshot', 100n, 100n)
      .coverage('streamed', 101n, 119n)
      .coverage('lost', 120n, 129n)
      .coverage('snapshot', 130n, 130n)
      .coverage('streamed', 131n, 150n);
    await under.index.checkpoint({ slot: 150n });
    api = openApi(under.olap);
    await api.followed.reaches(150n);
    cursor = (await api.get(`${DETAIL_PATHS}/?limit=1`)).json.next_cursor;
  });
  afterAll(async () => {
    await api.stop();
    await under.dispose();
  });

  async function expectRefusal(name: string, path: string): Promise<void> {
    const { status, json } = await api.get(`${DETAIL_PATHS}/${path}`);
    expect(status).toBe(400);
    expect(Object.keys(json)).toEqual(['detail', 'code']);
    expect(json.detail).toMatch(new RegExp(`^${name} `));
  }

  test.for([
    ['launch_id', 'abc/'],
    ['launch_id', '-1/'],
    ['launch_id', '+7/'],
    ['launch_id', '07/'],
    ['launch_id', '7.0/'],
    ['launch_id', '0x7/'],
    ['launch_id', '1e3/'],
    ['launch_id', '%207/'],
    ['launch_id', '18446744073709551616/'],
    ['launch_id', 'abc/pledges/'],
    ['wallet', '7/?wallet='],
    ['wallet', '7/?wallet=abc'],
    ['wallet', `7/?wallet=${'1'.repeat(33)}`],
    ['wallet', `7/?wallet=${'z'.repeat(44)}`],
    ['wallet', `7/?wallet=0${'1'.repeat(31)}`],
    ['wallet', `7/?wallet=${pubkeyOf('a')}&wallet=${pubkeyOf('b')}`],
    ['as_of_slot', '7/?as_of_slot='],
    ['as_of_slot', '7/?as_of_slot=-5'],
    ['as_of_slot', '7/?as_of_slot=1.5'],
    ['as_of_slot', '7/?as_of_slot=latest'],
    ['as_of_slot', '7/?as_of_slot=18446744073709551616'],
    ['as_of_slot', '7/?as_of_slot=140&as_of_slot=141'],
    ['limit', '?limit='],
    ['limit', '?limit=0'],
    ['limit', '?limit=201'],
    ['limit', '?limit=-1'],
    ['limit', '?limit=1.5'],
    ['limit', '?limit=050'],
    ['limit', '?limit=ten'],
    ['limit', '?limit=1&limit=2'],
    ['status', '?status=open'],
    ['status', '?status=1'],
    ['status', '?status='],
    ['cursor', '?cursor='],
    ['cursor', '?cursor=x'],
    ['cursor', '?cursor=%00'],
    ['color', '?color=red'],
    ['wallet', `?wallet=${pubkeyOf('a')}`],
    ['limit', '7/?limit=5'],
    ['__proto__', '?__proto__=1'],
  ] as const)('names %s in the refusal of %s', async ([name, path]) => {
    await expectRefusal(name, path);
  });

  test('names parameters that are far too long', async () => {
    await expectRefusal('launch_id', `${'9'.repeat(400)}/`);
    await expectRefusal('cursor', `?cursor=${'A'.repeat(600)}`);
  });

  test('refuses a cursor in which any one character was changed', async () => {
    for (let index = 0; index < cursor.length; index++) {
      const changed = cursor[index] === 'A' ? 'B' : 'A';
      const tampered = cursor.slice(0, index) + changed + cursor.slice(index + 1);
      const { status, json } = await api.get(`${DETAIL_PATHS}/?limit=1&cursor=${tampered}`);
      expect({ status, detail: json.detail }).toEqual({
        status: 400,
        detail: 'cursor was not issued by this API. Pass the next_cursor of a page unchanged.',
      });
    }
    expect(await api.get(`${DETAIL_PATHS}/?limit=1&cursor=${cursor}`)).toMatchObject({ status: 200 });
  });

  test('refuses a cursor under a right tag whose numbers no query takes', async () => {
    const forged = (payload: string): string => {
      const tag = createHmac('sha256', 'a key of the tests').update(payload).digest().subarray(0, 16);
      return Buffer.concat([tag, Buffer.from(payload)]).toString('base64url');
    };
    for (const [path, payload] of [
      [`${DETAIL_PATHS}/7/flows/`, `flows 150 7 18446744073709551616 ${'A'.repeat(128)} 0`],
      [`${DETAIL_PATHS}/7/flows/`, `flows 150 7 1 ${'A'.repeat(128)} 4294967296`],
      [`${DETAIL_PATHS}/7/pledges/`, `pledges 150 7 pledger 18446744073709551616 0 ${pubkeyOf('a')}`],
      ['/api/v1/ilo/audits/', 'audits 150 18446744073709551616 1 '],
      [`${DETAIL_PATHS}/`, 'launches 18446744073709551616  newest 1 7'],
    ] as const) {
      const { status, json } = await api.get(`${path}?cursor=${forged(payload)}`);
      expect({ payload, status, detail: json.detail }).toMatchObject({
        status: 400,
        detail: expect.stringContaining('cursor was not issued'),
      });
    }
  });

  test('answers 400 for a slot that is not indexed yet, and names the newest', async () => {
    expect(await api.get(`${DETAIL_PATHS}/7/?as_of_slot=151`)).toMatchObject({
      status: 400,
      json: {
        code: 'slot_ahead',
        detail: 'as_of_slot 151 is not indexed yet. The newest available slot is 150.',
      },
    });
  });

  test('answers 410 for a slot before the first that the index holds, and names that one', async () => {
    expect(await api.get(`${DETAIL_PATHS}/7/?as_of_slot=99`)).toMatchObject({
      status: 410,
      json: {
        detail: 'as_of_slot 99 is before the first indexed slot. The nearest available slot is 100.',
      },
    });
    expect(await api.get(`${DETAIL_PATHS}/7/?as_of_slot=100`)).toMatchObject({ status: 200 });
  });

  test('answers 410 inside a lost range, and names the slots around it', async () => {
    for (const slot of [120, 125, 129]) {
      expect(await api.get(`${DETAIL_PATHS}/7/?as_of_slot=${slot}`)).toMatchObject({
        status: 410,
        json: {
          detail: `as_of_slot ${slot} is inside a gap of the index. The nearest available slots are 119 and 130.`,
        },
      });
    }
    expect(await api.get(`${DETAIL_PATHS}/7/?as_of_slot=119`)).toMatchObject({ status: 200 });
    expect(await api.get(`${DETAIL_PATHS}/7/?as_of_slot=130`)).toMatchObject({ status: 200 });
    expect(await api.get(`${DETAIL_PATHS}/?as_of_slot=125`)).toMatchObject({ status: 410 });
    expect(await api.get('/api/v1/ilo/status/?as_of_slot=125')).toMatchObject({ status: 410 });
    expect(await api.get(`${DETAIL_PATHS}/7/pledges/?as_of_slot=125`)).toMatchObject({ status: 410 });
  });
});
