import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { testWallet } from '../../support/wallets.ts';
import { type AgentApi, openAgentApi } from '../support/agent-api.ts';

const owner = testWallet('owner');
const SIGNATURE = owner.sign('x');
const JSON_TYPE = { 'content-type': 'application/json' };

let store: DecisionStore;
let clock: ManualClock;
let api: AgentApi;
let signedIn: Record<string, string>;
let id: string;
beforeAll(async () => {
  store = await embeddedDecisions();
  clock = manualClock(Date.parse('2026-10-01T12:00:00.000Z'));
  api = await openAgentApi(store.oltp, clock);
});
afterAll(async () => {
  await store?.[Symbol.asyncDispose]();
});
/** Windows of rates and of guesses end between tests. */
afterEach(() => clock.advance(600_000));

/** Signed in anew, with a key: the clock goes on between tests. */
async function signInAgain(): Promise<void> {
  const issued = await api.context.signIn.issuer?.issue(owner.address);
  signedIn = { authorization: `Bearer ${issued?.token}` };
  const { json } = await api.post('/keys/', { label: 'a', scopes: ['read'] }, signedIn);
  id = json.id;
}

const POSTS = [
  ...['/pair/start/', '/pair/poll/', '/pair/approve/', '/pair/deny/'],
  ...['/keys/', '/keys/confirmation/'],
];
const CHANGES = ['rotate', 'revoke'];

describe('a body that is none', () => {
  test.each(POSTS)('of %s is 400 in words', async (path) => {
    await signInAgain();
    const bodies = ['', '{', 'null', '[]', '[{}]', '"x"', '7', '{"a":1}}', '\ufeff', '\u0000'];
    for (const body of bodies) {
      const { status, json } = await api.post(path, body, signedIn);
      expect([status, json], JSON.stringify(body)).toEqual([
        400,
        { detail: expect.stringMatching(/^The request body must be (?:a )?JSON/), code: 'body_malformed' },
      ]);
    }
  });

  test.each(POSTS)('of %s that is too large is 413, and one of another type 415', async (path) => {
    await signInAgain();
    const large = JSON.stringify({ client_name: 'x'.repeat(2_000_000) });
    expect((await api.post(path, large, signedIn)).status).toBe(413);
    for (const type of ['application/xml', 'multipart/form-data', 'application/x-www-form-urlencoded']) {
      expect((await api.post(path, 'a=1', { ...signedIn, 'content-type': type })).status).toBe(415);
    }
  });
});

describe('a member of the wrong type', () => {
  const wrong: readonly unknown[] = [null, true, 7, {}, [], [[]], { toString: 'x' }, '\u0000', ''];
  const decision = { user_code: 'BBBB-BBBC', wallet_address: owner.address, signature: SIGNATURE };
  const terms = { label: 'Bot', scopes: ['read'] };
  const confirmation = { message: 'm', signature: SIGNATURE };

  test.each([
    ['/pair/start/', 'requested_scopes', {}],
    ['/pair/start/', 'client_name', {}],
    ['/pair/poll/', 'device_code', {}],
    ...['approve', 'deny'].flatMap((verb) =>
      Object.keys(decision).map((name) => [`/pair/${verb}/`, name, decision] as const),
    ),
    ['/keys/', 'label', terms],
    ['/keys/', 'scopes', terms],
    ['/keys/', 'confirmation', terms],
    ['/keys/confirmation/', 'label', terms],
    ['/keys/confirmation/', 'scopes', terms],
  ] as const)('of %s is 400 and named: %s', async (path, name, good) => {
    await signInAgain();
    for (const value of wrong) {
      // Any text is a code, and none that there is.
      if (name === 'device_code' && value === '\u0000') continue;
      const { status, json } = await api.post(path, { ...good, [name]: value }, signedIn);
      expect([status, json.detail], JSON.stringify(value)).toEqual([
        400,
        expect.stringMatching(new RegExp(`^${name}[.a-z0-9_]* must be `)),
      ]);
    }
  });

  test.each(['message', 'signature'])('of a confirmation is 400 and named: %s', async (name) => {
    await signInAgain();
    for (const value of [null, true, 7, {}, [], '']) {
      const body = { ...terms, confirmation: { ...confirmation, [name]: value } };
      const { status, json } = await api.post('/keys/', body, signedIn);
      expect([status, json.detail]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^confirmation.${name} must be `)),
      ]);
    }
  });

  test('is not made up for by a member of the prototype', async () => {
    await signInAgain();
    const body = '{"__proto__":{"label":"Bot","scopes":["read"],"device_code":"x"}}';
    for (const path of ['/keys/', '/keys/confirmation/', '/pair/poll/']) {
      expect((await api.post(path, body, signedIn)).status, path).toBe(400);
    }
  });
});

describe('members that no request has', () => {
  test.each(['tier', 'owner', 'expires_at', 'kind'])('are refused by name: %s', async (name) => {
    await signInAgain();
    const refusal = {
      status: 400,
      json: { code: 'parameter_malformed', detail: expect.stringMatching(`^${name} `) },
    };
    const asked = { label: 'a', scopes: ['read'], [name]: 'elevated' };
    expect(await api.post('/keys/', asked, signedIn)).toMatchObject(refusal);
    const pairing = { requested_scopes: ['read'], [name]: 'elevated' };
    expect(await api.post('/pair/start/', pairing)).toMatchObject(refusal);
  });
});

describe.each(CHANGES)('POST /keys/<id>/%s/', (verb) => {
  test('takes no body, none of JSON and any object, and reads none of them', async () => {
    for (const body of [undefined, '{}', '{"scopes":["trade"],"tier":"elevated"}', '[]', 'null']) {
      await signInAgain();
      const path = `/keys/${id}/${verb}/`;
      const answer =
        body === undefined
          ? await api.request('POST', path, signedIn)
          : await api.post(path, body, { ...signedIn, ...JSON_TYPE });
      expect([answer.status, answer.json.scopes, answer.json.tier], body).toEqual([200, ['read'], 'paired']);
    }
  });

  test('refuses what says it is JSON and is not, empty too, and changes nothing', async () => {
    await signInAgain();
    for (const body of ['', '{', 'scopes=trade']) {
      const { status, json } = await api.post(`/keys/${id}/${verb}/`, body, signedIn);
      expect([status, json.detail]).toEqual([400, 'The request body must be JSON.']);
    }
    const listed = await api.request('GET', '/keys/', signedIn);
    expect(listed.json.results[0]).toMatchObject({ id, revoked_at: null });
  });

  test('has no credential under any id that is none', async () => {
    await signInAgain();
    const ids = ['0', 'none', '%00', 'a%00b', '..%2f', '%27%20OR%201%3D1--', '\u{1f511}', 'x'.repeat(90)];
    for (const each of [...ids, id.toUpperCase(), `${id}%20`, id.slice(0, -1)]) {
      for (const kind of ['keys', 'tokens']) {
        const { status, json } = await api.request('POST', `/${kind}/${each}/${verb}/`, signedIn);
        expect([status, json], each).toEqual([
          404,
          { detail: 'This credential does not exist.', code: 'credential_unknown' },
        ]);
      }
    }
    expect((await api.request('POST', `/keys/%ff/${verb}/`, signedIn)).status).toBe(400);
  });
});

describe('a query', () => {
  const QUERIES: readonly (readonly [string, string])[] = [
    ['/pair/request/', 'user_code'],
    ['/pair/request/?user_code=', 'user_code'],
    ['/pair/request/?user_code=BBBB', 'user_code'],
    ['/pair/request/?user_code=AAAA-AAAA', 'user_code'],
    ['/pair/request/?user_code=BBBB--BBBC', 'user_code'],
    ['/pair/request/?user_code=BBBB-BBBC&user_code=BBBB-BBBD', 'user_code'],
    ['/pair/request/?user_code=BBBB-BBBC%00', 'user_code'],
    ['/pair/request/?user_code=BBBB-BBBC&more=1', 'more'],
    ['/credential-events/?before=9007199254740992', 'before'],
    ...['keys', 'tokens', 'credential-events'].flatMap((name) => [
      [`/${name}/?limit=`, 'limit'] as const,
      [`/${name}/?limit=1&limit=2`, 'limit'] as const,
      [`/${name}/?limit=1e2`, 'limit'] as const,
      [`/${name}/?before=%00`, 'before'] as const,
      [`/${name}/?before=x`, 'before'] as const,
      [`/${name}/?owner=${owner.address}`, 'owner'] as const,
    ]),
  ];
  test.each(QUERIES)('that does not parse is 400 and named: %s', async (path, name) => {
    await signInAgain();
    const { status, json } = await api.request('GET', path, signedIn);
    expect([status, json.detail]).toEqual([400, expect.stringContaining(name)]);
  });
});
