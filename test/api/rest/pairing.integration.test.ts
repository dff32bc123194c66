import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { smallColumn } from '../../../core/oltp/statements.ts';
import { SCOPES } from '../../../core/rules/scopes.ts';
import { SCOPE_NAMES } from '../../../schemas/rest/scopes.ts';
import { PAIRING_STATEMENTS } from '../../../schemas/rest/signed-statements.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { testWallet } from '../../support/wallets.ts';
import { type AgentApi, openAgentApi } from '../support/agent-api.ts';

const START = Date.parse('2026-10-01T12:00:00.000Z');
const wallet = testWallet('owner');
const other = testWallet('other');
const BASE = ['read', 'quote', 'intent'];

let store: DecisionStore;
let clock: ManualClock;
let api: AgentApi;
beforeAll(async () => {
  store = await embeddedDecisions();
  clock = manualClock(START);
  api = await openAgentApi(store.oltp, clock);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});
/** Windows of rates and of guesses end between tests. */
afterEach(() => clock.advance(3_600_000));

const request = async (userCode: string) => {
  const { json } = await api.request('GET', `/pair/request/?user_code=${userCode}`);
  return json;
};

describe('POST /pair/start/', () => {
  test('gives codes, addresses, interval and expiry', async () => {
    const { status, json, headers } = await api.post('/pair/start', { client_name: 'A bot' });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(json).toEqual({
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      device_code: expect.stringMatching(/^[0-9A-Za-z]{44}$/),
      verification_url: 'https://launchlens.example/pair',
      verification_url_complete: `https://launchlens.example/pair?user_code=${json.user_code}`,
      interval: 5,
      expires_in: 600,
    });
  });

  test('asks for the base scopes where none are named, and for exactly those that are', async () => {
    const plain = await api.pair();
    expect((await request(plain.user_code)).requested_scopes).toEqual(BASE);
    const named = await api.pair({ requested_scopes: ['trade', 'manage'] });
    expect((await request(named.user_code)).requested_scopes).toEqual(['manage', 'trade']);
  });

  test.each([
    [['read', 'read']],
    [['Read']],
    [['*']],
    [['__proto__']],
    [[['read']]],
    [[]],
    ['read'],
    [null],
    [{ 0: 'read' }],
    [[...SCOPES, 'read']],
  ])('refuses the scopes %j', async (requested_scopes) => {
    const { status, json } = await api.post('/pair/start/', { requested_scopes });
    expect(status).toBe(400);
    expect(json.detail).toMatch(
      /^requested_scopes(\.\d+ must be one of| must be a list of scopes, each once, out of) read, quote,/,
    );
  });

  test.each(['', ' a', 'a\nScopes: read', 'a\u202eb', 'x'.repeat(65), 7])(
    'refuses the name %j, which would stand in what people sign',
    async (client_name) => {
      const { status, json } = await api.post('/pair/start/', { client_name });
      expect([status, json.detail]).toEqual([
        400,
        'client_name must be 1 to 64 visible characters, single spaces between them.',
      ]);
    },
  );

  test('knows the scopes of the rules', () => {
    expect(SCOPE_NAMES).toEqual(SCOPES);
  });
});

describe('GET /pair/request/', () => {
  test('shows who asks for what, and a message that names all of it', async () => {
    const { user_code } = await api.pair({ client_name: 'A bot', requested_scopes: ['read', 'trade'] });
    const shown = await request(user_code);
    expect(shown).toEqual({
      client_name: 'A bot',
      requested_scopes: ['read', 'trade'],
      message: expect.any(String),
      deny_message: expect.any(String),
      expires_at: new Date(clock.now() + 600_000).toISOString().replace('.000', ''),
      token_expires_at: new Date(clock.now() + 90 * 86_400_000).toISOString().replace('.000', ''),
    });
    const lines = (verb: 'approve' | 'deny') => [
      `launchlens.example asks you to ${verb} pairing with an agent:`,
      'A bot',
      '',
      PAIRING_STATEMENTS[verb],
      '',
      `Decision: ${verb}`,
      `Code: ${user_code}`,
      'Scopes: read, trade',
      `Token Expires: ${shown.token_expires_at}`,
      'URI: https://launchlens.example',
      'Version: 1',
      expect.stringMatching(/^Pairing: [0-9a-f-]{36}$/),
      expect.stringMatching(/^Requested At: /),
      `Expiration Time: ${shown.expires_at}`,
    ];
    expect(shown.message.split('\n')).toEqual(lines('approve'));
    expect(shown.deny_message.split('\n')).toEqual(lines('deny'));
  });

  test('takes a code in any case, with or without its dash', async () => {
    const { user_code } = await api.pair();
    const plain = await request(user_code);
    expect(await request(user_code.toLowerCase().replace('-', ''))).toEqual(plain);
    expect(plain.client_name).toBe('unnamed agent');
  });

  test('answers alike to codes that never were, are decided or have expired', async () => {
    const [denied, approved, expired] = [await api.pair(), await api.pair(), await api.pair()];
    await api.decide('deny', denied.user_code, wallet);
    await api.decide('approve', approved.user_code, wallet);
    const answers = [];
    for (const code of [denied.user_code, approved.user_code, 'BBBB-BBBB']) {
      answers.push(await api.request('GET', `/pair/request/?user_code=${code}`));
    }
    clock.advance(600_000);
    answers.push(await api.request('GET', `/pair/request/?user_code=${expired.user_code}`));
    for (const { status, json } of answers) {
      expect([status, json]).toEqual([404, answers[0]?.json]);
    }
  });

  test('refuses what is no code, naming it', async () => {
    const { status, json } = await api.request('GET', '/pair/request/?user_code=ABCD-EFGH');
    expect([status, json.detail]).toEqual([400, 'user_code must be a code such as BCDF-GHJK.']);
  });
});

describe('POST /pair/approve/ and /pair/deny/', () => {
  test('bring the token to the first poll after the approval, and to no other', async () => {
    const { user_code, device_code } = await api.pair({ client_name: 'A bot', requested_scopes: ['trade'] });
    expect((await api.poll(device_code)).json).toEqual({ status: 'pending', interval: 5 });
    const approved = await api.decide('approve', user_code, wallet);
    expect([approved.status, approved.json]).toEqual([
      200,
      { status: 'approved', client_name: 'A bot', requested_scopes: ['trade'] },
    ]);

    const { json } = await api.poll(device_code);
    expect(json).toEqual({
      status: 'approved',
      token: expect.stringMatching(/^llp_[0-9A-Za-z]{38}$/),
      scopes: ['trade'],
      expires_at: new Date(clock.now() + 90 * 86_400_000).toISOString().replace('.000', ''),
    });
    const again = await api.poll(device_code);
    expect([again.status, again.json]).toEqual([200, { status: 'expired' }]);
    const principal = await api.context.agents.access.principal({
      ...{ authorization: `Bearer ${json.token}`, surface: '/mcp', kinds: ['token'] },
    });
    expect(principal).toMatchObject({ owner: wallet.address, kind: 'token', scopes: new Set(['trade']) });
  });

  test('tell the agent of a denial, until the pairing expires', async () => {
    const { user_code, device_code } = await api.pair();
    expect((await api.decide('deny', user_code, wallet)).json.status).toBe('denied');
    expect((await api.poll(device_code)).json).toEqual({ status: 'denied' });
    expect((await api.poll(device_code)).json).toEqual({ status: 'denied' });
    clock.advance(600_000);
    expect((await api.poll(device_code)).json).toEqual({ status: 'expired' });
  });

  test('answer the same to who repeats it, and 409 to everybody else', async () => {
    const { user_code, device_code } = await api.pair();
    const { message, deny_message } = await request(user_code);
    const decide = (verb: string, by: typeof wallet) => {
      const signature = by.sign(verb === 'approve' ? message : deny_message);
      return api.post(`/pair/${verb}/`, { user_code, wallet_address: by.address, signature });
    };
    const first = await decide('approve', wallet);
    expect((await decide('approve', wallet)).json).toEqual(first.json);
    expect([(await decide('deny', wallet)).status, (await decide('approve', other)).status]).toEqual([
      409, 409,
    ]);
    await api.poll(device_code);
    expect((await decide('approve', wallet)).json).toEqual(first.json);
    const unsigned = { user_code, wallet_address: wallet.address, signature: wallet.sign('another') };
    expect((await api.post('/pair/approve/', unsigned)).status).toBe(404);
  });

  test('take a signed denial for no approval, nor a signed approval for a denial', async () => {
    const { user_code, device_code } = await api.pair({ requested_scopes: ['read', 'trade'] });
    const { message, deny_message } = await request(user_code);
    const decide = (verb: string, text: string) =>
      api.post(`/pair/${verb}/`, {
        ...{ user_code, wallet_address: wallet.address },
        signature: wallet.sign(text),
      });
    for (const [verb, text] of [
      ['approve', deny_message],
      ['deny', message],
    ]) {
      const { status, json } = await decide(verb, text);
      expect([status, json.detail]).toEqual([403, expect.stringContaining(`to ${verb} this pairing`)]);
    }
    expect((await api.poll(device_code)).json.status).toBe('pending');
    expect((await decide('deny', deny_message)).json.status).toBe('denied');
    expect((await decide('approve', deny_message)).status).toBe(404);
  });

  test('take no signature of another wallet, of another pairing, text or domain', async () => {
    const { user_code, device_code } = await api.pair({ requested_scopes: ['read', 'trade'] });
    const { message } = await request(user_code);
    const another = await request((await api.pair({ requested_scopes: ['read', 'trade'] })).user_code);
    const elsewhere = await openAgentApi(store.oltp, clock, { PUBLIC_BASE_URL: 'https://other.example' });
    const { json: foreign } = await elsewhere.request('GET', `/pair/request/?user_code=${user_code}`);
    const signatures = [
      other.sign(message),
      wallet.sign(another.message),
      wallet.sign(message.replace('Scopes: read, trade', 'Scopes: read')),
      wallet.sign(`${message}\n`),
      wallet.sign(foreign.message),
    ];
    for (const signature of signatures) {
      for (const verb of ['approve', 'deny']) {
        const body = { user_code, wallet_address: wallet.address, signature };
        const { status } = await api.post(`/pair/${verb}/`, body);
        expect(status).toBe(403);
      }
    }
    expect((await api.poll(device_code)).json.status).toBe('pending');
  });

  test('decide nothing once the pairing has expired, nor bring its token', async () => {
    const [late, approved] = [await api.pair(), await api.pair()];
    const { message } = await request(late.user_code);
    await api.decide('approve', approved.user_code, wallet);
    clock.advance(600_000);
    const body = {
      user_code: late.user_code,
      wallet_address: wallet.address,
      signature: wallet.sign(message),
    };
    expect((await api.post('/pair/approve/', body)).status).toBe(404);
    expect((await api.poll(approved.device_code)).json).toEqual({ status: 'expired' });
  });
});

describe('POST /pair/poll/', () => {
  test('says that any code it does not know has expired', async () => {
    const { status, json } = await api.poll('nothing');
    expect([status, json]).toEqual([200, { status: 'expired' }]);
    expect((await api.post('/pair/poll/', { device_code: 7 })).status).toBe(400);
  });

  test('slows down who polls too often, five seconds each time, and delivers all the same', async () => {
    const { user_code, device_code } = await api.pair();
    const poll = async () => (await api.poll(device_code)).json;
    expect(await poll()).toEqual({ status: 'pending', interval: 5 });
    clock.advance(4_799);
    expect(await poll()).toEqual({ status: 'slow_down', interval: 10 });
    clock.advance(9_799);
    expect(await poll()).toEqual({ status: 'slow_down', interval: 15 });
    clock.advance(15_000);
    expect(await poll()).toEqual({ status: 'pending', interval: 15 });
    await api.decide('approve', user_code, wallet);
    expect((await poll()).status).toBe('approved');
  });
});

describe('wrong codes', () => {
  const guess = (address: string, code = 'BBBB-BBBC') =>
    api.post(
      '/pair/approve/',
      { user_code: code, wallet_address: wallet.address, signature: wallet.sign('x') },
      {},
      address,
    );

  test('lock their address after ten, the right one too, and no other address', async () => {
    const { user_code } = await api.pair();
    const answers = await Promise.all(Array.from({ length: 30 }, () => guess('10.0.0.1')));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
    const locked = answers.filter(({ status }) => status === 429);
    expect(locked).toHaveLength(20);
    expect(locked[0]?.headers['retry-after']).toBe('600');
    expect((await guess('10.0.0.1', user_code)).status).toBe(429);
    expect((await guess('10.0.0.2', user_code)).status).toBe(403);
    clock.advance(600_000);
    expect((await guess('10.0.0.1')).status).toBe(404);
  });

  test('of one IPv6 network count together', async () => {
    for (let host = 1; host <= 10; host += 1) await guess(`2001:db8::${host}`);
    expect((await guess('2001:db8:0:0:1::')).status).toBe(429);
    expect((await guess('2001:db8:0:1::1')).status).toBe(404);
  });

  test('of one host that has a larger IPv6 network lock that network, and nobody else', async () => {
    const { user_code } = await api.pair();
    const answers: number[] = [];
    for (let network = 0; network < 100; network += 1) {
      const hosts = ['1', '2'].map((host) => `2001:db9:0:${network.toString(16)}::${host}`);
      answers.push(...(await Promise.all(hosts.map((host) => guess(host)))).map(({ status }) => status));
    }
    expect(answers).toEqual([...Array(30).fill(404), ...Array(170).fill(429)]);
    expect((await guess('2001:db9:0:ff::1', user_code)).status).toBe(429);
    expect((await guess('2001:db9:0:100::1', user_code)).status).toBe(403);
    const wrong = z.object({ wrong: smallColumn });
    const all = await store.oltp.query("SELECT wrong FROM code_guesses WHERE guesser = '*'", [], wrong);
    expect(all).toEqual([{ wrong: 30 }]);
  });

  test('lock all addresses after a hundred thousand', async () => {
    await guess('10.1.0.1');
    await store.oltp.run("UPDATE code_guesses SET wrong = 99998 WHERE guesser = '*'");
    expect((await guess('10.1.0.2')).status).toBe(404);
    expect((await guess('10.1.0.3')).status).toBe(404);
    expect((await guess('10.1.0.4')).status).toBe(429);
  });
});

test('neither code is kept, nor the token, nor an address', async () => {
  const { user_code, device_code } = await api.pair();
  await api.post('/pair/approve/', {}, {}, '10.9.9.9');
  await api.request('GET', '/pair/request/?user_code=BBBB-BBBD');
  await api.decide('approve', user_code, wallet);
  const { json } = await api.poll(device_code);
  const tables = ['pairings', 'credentials', 'credential_events', 'code_guesses'];
  for (const table of tables) {
    const rows = await store.oltp.query(
      `SELECT t::text AS row FROM ${table} AS t`,
      [],
      z.object({ row: z.string() }),
    );
    const text = rows.map(({ row }) => row).join('\n');
    expect(text).not.toBe('');
    for (const secret of [user_code, user_code.replace('-', ''), device_code, json.token, '127.0.0.1']) {
      expect(text).not.toContain(secret);
    }
  }
});
