import { base58 } from '@scure/base';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LIMITS } from '../../../api/rest/limits.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { CLOCK_TOLERANCE_MS } from '../../../core/ledger/ingest/future.ts';
import { createRewardLedger } from '../../../core/ledger/ledger.ts';
import type { RewardLedger } from '../../../core/ledger/port.ts';
import { preMintNow } from '../../../core/ledger/pre-mint.ts';
import { ledgerReach } from '../../../core/ledger/reach.ts';
import { rewardEventsRefusal, rewardEventsStored } from '../../../schemas/rest/reward-ingest.ts';
import { wallets } from '../../core/rules/reward-arbitraries.ts';
import {
  type ApiUnderTest,
  type IndexUnderTest,
  openApi,
  openIndex,
  silentLogger,
} from '../support/mirror-under-test.ts';
import { emptyLedger, MINT } from '../support/rewards-under-test.ts';

const URL = '/api/v1/operator/reward-events/';
const TOKEN = 'the token of the operator';
const NDJSON = 'application/x-ndjson';
const [wallet = ''] = wallets;
const AT = '2026-10-01T00:00:00Z';
const SIGNATURE = base58.encode(new Uint8Array(64).fill(7));

const accrued = (id: number, program = 'season', amount: number | null = null) =>
  `{"kind":"accrued","record_id":${id},"program":"${program}","wallet":"${wallet}","at":"${AT}","amount_base_units":${amount}}`;
const priced = (id: number, amount = 5) =>
  `{"kind":"priced","record_id":${id},"at":"${AT}","amount_base_units":${amount}}`;

const paid = (id: number) => `{"kind":"paid","record_id":${id},"at":"${AT}","tx_signature":"${SIGNATURE}"}`;

describe('POST /operator/reward-events/', () => {
  let under: IndexUnderTest;
  let api: ApiUnderTest;
  let ledger: RewardLedger;
  beforeAll(async () => {
    under = await openIndex();
    const { olap } = under;
    const preMint = () => preMintNow(olap.reader, MINT);
    ledger = createRewardLedger({ olap, clock: systemClock, logger: silentLogger, preMint });
  });
  afterAll(async () => {
    await ledger.close();
    await under.dispose();
  });
  beforeEach(async () => {
    await under.index.reset();
    await emptyLedger(under.olap);
    api = openApi(under.olap, { operator: { token: TOKEN, ledger }, clock: systemClock });
  });
  afterEach(async () => {
    await api.stop();
  });

  async function post(body: string | Buffer, headers: Record<string, string> = {}) {
    const response = await api.app.inject({
      ...{ method: 'POST', url: URL, payload: body },
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': NDJSON, ...headers },
    });
    return { status: response.statusCode, headers: response.headers, json: response.json() };
  }
  const events = async () => (await ledgerReach(under.olap.reader)).events;

  test('is not there where the operator has set no token', async () => {
    const bare = openApi(under.olap, { operator: { token: undefined, ledger } });
    const asked = {
      method: 'POST',
      url: URL,
      payload: '',
      headers: { authorization: `Bearer ${TOKEN}` },
    } as const;
    expect((await bare.app.inject(asked)).statusCode).toBe(404);
    expect((await bare.get(URL)).status).toBe(404);
    await bare.stop();
  });

  test.each([undefined, 'Bearer ', 'Bearer another token', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, TOKEN])(
    'answers 401 to the header %s, before it looks at the body',
    async (authorization) => {
      const headers = { 'content-type': 'text/html', ...(authorization && { authorization }) };
      const response = await api.app.inject({ method: 'POST', url: URL, payload: 'x', headers });
      expect(response.statusCode).toBe(401);
      expect(response.headers['www-authenticate']).toBe('Bearer');
    },
  );

  test('answers 401 to two headers, of which Node itself would keep the first', async () => {
    const authorization = [`Bearer ${TOKEN}`, `Bearer ${TOKEN}`] as unknown as string;
    expect((await post('', { authorization })).status).toBe(401);
    expect((await post('')).status).not.toBe(401);
  });

  async function mint(): Promise<void> {
    await under.olap.writer.command({
      sql: `INSERT INTO mint_versions (address, decimals, slot, revision) SELECT base58Decode({mint:String}), 6, 3, 1`,
      parameters: { mint: MINT },
    });
    await under.index.checkpoint({ slot: 3n });
  }

  test('stores every kind of row of NDJSON, with and without the trailing slash, and knows them the second time', async () => {
    await mint();
    const review = `"record_id":1,"at":"${AT}","reason":"review"`;
    const rows = [
      ...[accrued(1), priced(1), `{"kind":"held",${review}}`, `{"kind":"released",${review}}`],
      ...[`{"kind":"voided",${review}}`, paid(1)],
    ];
    const { status, json } = await post(rows.toReversed().join('\n'));
    expect([status, json]).toEqual([200, { stored: 6, known: 0, ledger_revision: 1 }]);
    expect(() => rewardEventsStored.parse(json)).not.toThrow();
    const again = await api.app.inject({
      ...{ method: 'POST', url: URL.slice(0, -1), payload: rows.join('\n') },
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': `${NDJSON}; charset=utf-8` },
    });
    expect(again.json()).toEqual({ stored: 0, known: 6, ledger_revision: 1 });
  });

  test('stores rows of CSV', async () => {
    const csv = `record_id,kind,at,program,wallet,reason\n1,accrued,${AT},season,${wallet},\n1,held,${AT},,,"so, so"\n`;
    expect((await post(csv, { 'content-type': 'text/csv' })).json).toMatchObject({ stored: 2 });
    expect((await post('', { 'content-type': 'text/csv' })).json).toMatchObject({ stored: 0 });
  });

  test('stores rows of a JSON array, and answers 400 to what is none and to a malformed row with its place', async () => {
    const JSON_ROWS = { 'content-type': 'application/json' };
    const largest = `${accrued(1)},${priced(1)}`.replaceAll(
      '"record_id":1',
      '"record_id":18446744073709551615',
    );
    expect((await post(`[${largest}]`, JSON_ROWS)).json).toMatchObject({ stored: 2, known: 0 });
    expect((await post('[]', JSON_ROWS)).json).toMatchObject({ stored: 0 });
    for (const body of ['', accrued(2), '[', '"x"', 'null', Buffer.from([0x5b, 0xff, 0x5d])]) {
      const { status, json } = await post(body, JSON_ROWS);
      expect([status, json.line, json.detail]).toEqual([
        400,
        1,
        'Line 1 is not a valid reward event: the body is no JSON array of rows. Nothing from this request was stored.',
      ]);
    }
    const { status, json } = await post(`[${accrued(2)},\n${accrued(3)},7]`, JSON_ROWS);
    expect([status, json.line, await events()]).toEqual([400, 3, 2n]);
  });

  test('answers 400 to a malformed row with its line, and stores nothing of the request', async () => {
    const { status, json } = await post(
      [accrued(1), accrued(2), '{"kind":"accrued"}', accrued(3)].join('\n'),
    );
    expect(status).toBe(400);
    expect(json.line).toBe(3);
    expect(json.detail).toContain('Line 3 is not a valid reward event: record_id');
    expect(await events()).toBe(0n);
    const csv = await post(`kind,record_id,at,reason\nheld,1,${AT},x\nheld,x,${AT},x\n`, {
      'content-type': 'text/csv',
    });
    expect([csv.status, csv.json.line, await events()]).toEqual([400, 3, 0n]);
  });

  test('answers 409 to rows that contradict the ledger, names each, and stores nothing of the request', async () => {
    await post([accrued(1, 'season', 5), accrued(2, 'season', 5)].join('\n'));
    const { status, json } = await post(
      [accrued(3), accrued(2, 'season', 6), accrued(1, 'distribution', 5)].join('\n'),
    );
    expect(status).toBe(409);
    expect(() => rewardEventsRefusal.parse(json)).not.toThrow();
    expect(json.detail).toContain(
      '2 events contradict the ledger, first at line 2: amount_base_units is 5 in the ledger',
    );
    expect(json.conflicts).toEqual([
      { line: 2, record_id: 2, kind: 'accrued', at: AT, reason: 'amount_base_units is 5 in the ledger' },
      { line: 3, record_id: 1, kind: 'accrued', at: AT, reason: 'program is "season" in the ledger' },
    ]);
    expect(await events()).toBe(2n);
  });

  test.each(['referral', 'clone', 'integrator'])(
    'refuses a price of a record of %s before the mint, and takes it afterwards',
    async (program) => {
      await post(accrued(1, program));
      const { status, json } = await post([accrued(2), priced(2), priced(1)].join('\n'));
      expect([status, json.pre_mint, json.refused.length, json.refused[0].line]).toEqual([409, true, 1, 3]);
      expect(() => rewardEventsRefusal.parse(json)).not.toThrow();
      expect(await events()).toBe(1n);
      await mint();
      expect((await post(priced(1))).json).toMatchObject({ stored: 1 });
    },
  );

  test('refuses a payment before the mint, of any programme and of a record that it does not know', async () => {
    await post(accrued(1));
    const { status, json } = await post([accrued(2), paid(1), paid(9)].join('\n'));
    expect(status).toBe(409);
    expect(() => rewardEventsRefusal.parse(json)).not.toThrow();
    expect(json.detail).toContain(
      '2 events come before the mint, first at line 2: nothing is paid before the mint',
    );
    expect(json.refused.map(({ line }: { line: number }) => line)).toEqual([2, 3]);
    expect(await events()).toBe(1n);
    await mint();
    expect((await post([paid(9), paid(1)].join('\n'))).json).toMatchObject({ stored: 2 });
  });

  test('answers 400 to a row of the future with its line, and takes one within the tolerance', async () => {
    const at = (ahead: number) => new Date(Date.now() + ahead).toISOString();
    const dated = (time: string) => accrued(1).replace(AT, time);
    const { status, json } = await post([accrued(2), dated(at(CLOCK_TOLERANCE_MS + 60_000))].join('\n'));
    expect([status, json.line, await events()]).toEqual([400, 2, 0n]);
    expect(json.detail).toContain('Line 2 is not a valid reward event: at lies in the future');
    expect((await post(dated(at(CLOCK_TOLERANCE_MS / 2)))).json).toMatchObject({ stored: 1 });
  });

  test('takes neither price nor payment of contribution credits, also after the mint', async () => {
    await mint();
    await post(accrued(1, 'hive_contribution'));
    const { status, json } = await post([priced(1), paid(1)].join('\n'));
    expect([status, json.conflicts.map(({ reason }: { reason: string }) => reason)]).toEqual([
      409,
      ['priced', 'paid'].map((kind) => `records of programme hive_contribution are never ${kind}`),
    ]);
    expect(await events()).toBe(1n);
  });

  test('takes neither other formats nor other methods', async () => {
    for (const type of ['application/xml', 'text/plain', 'application/octet-stream'])
      expect((await post('{}', { 'content-type': type })).status).toBe(415);
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect((await api.request(method, URL, { authorization: `Bearer ${TOKEN}` })).status).toBe(405);
  });

  test('answers 413 to more than it holds in memory, and stores nothing of it', async () => {
    const row = `${accrued(1)}\n`;
    const { status } = await post(row.repeat(Math.ceil(LIMITS.ingestBytes / row.length) + 1));
    expect([status, await events()]).toEqual([413, 0n]);
  });
});
