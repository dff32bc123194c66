import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { EXECUTION_SCOPES } from '../../../core/rules/scopes.ts';
import { KEY_STATEMENT } from '../../../schemas/rest/signed-statements.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type ManualClock, manualClock } from '../../support/manual-clock.ts';
import { type TestWallet, testWallet } from '../../support/wallets.ts';
import { type AgentApi, openAgentApi } from '../support/agent-api.ts';

const DAY = 86_400_000;
let owners = 0;
/** An owner without any credential yet. */
const newOwner = (): TestWallet => {
  owners += 1;
  return testWallet(`owner ${owners}`);
};

let store: DecisionStore;
let clock: ManualClock;
let api: AgentApi;
beforeAll(async () => {
  store = await embeddedDecisions();
  clock = manualClock(Date.parse('2026-10-01T12:00:00.000Z'));
  api = await openAgentApi(store.oltp, clock);
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});
afterEach(() => clock.advance(3_600_000));

const instant = (at: number) => new Date(at).toISOString().replace('.000', '');
const issue = (owner: TestWallet, body: unknown) => api.asOwner(owner.address, 'POST', '/keys/', body);
const confirmed = async (owner: TestWallet, terms: unknown, by = owner) => {
  const { json } = await api.asOwner(owner.address, 'POST', '/keys/confirmation/', terms);
  return { message: json.message, signature: by.sign(json.message) };
};
/** 'good' or the code of the refusal. */
const useOf = (secret: string): Promise<string> =>
  api.context.agents.access
    .principal({ authorization: `Bearer ${secret}`, surface: '/mcp/agent-v1', kinds: ['token', 'key'] })
    .then(
      () => 'good',
      (error: { code: string }) => error.code,
    );
const eventsOf = async (owner: TestWallet) => {
  const { json } = await api.asOwner(owner.address, 'GET', '/credential-events/');
  return json.results.map(({ kind, credential_id, reason }: Record<string, string>) => [
    kind,
    credential_id,
    reason,
  ]);
};

describe('POST /keys/', () => {
  test('issues base scopes at once, with read among them, and shows the key once', async () => {
    const owner = newOwner();
    const { status, json, headers } = await issue(owner, { label: 'Bot 7', scopes: ['intent', 'quote'] });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(json).toEqual({
      key: expect.stringMatching(/^llk_[0-9A-Za-z]{38}$/),
      id: expect.any(String),
      label: 'Bot 7',
      scopes: ['read', 'quote', 'intent'],
      ...{ tier: 'paired', prefix: 'llk_', last4: json.key.slice(-4) },
      created_at: instant(clock.now()),
      expires_at: instant(clock.now() + 365 * DAY),
      ...{ last_used_at: null, revoked_at: null, replaced_by: null },
    });
    const listed = await api.asOwner(owner.address, 'GET', '/keys/');
    const { key, ...rest } = json;
    expect(listed.json).toEqual({ results: [rest], has_more: false });
    expect(listed.text).not.toContain(key);
    expect(await useOf(key)).toBe('good');
  });

  test.each(['manage', ...EXECUTION_SCOPES])(
    'asks for a confirmation of %s, and takes it once',
    async (scope) => {
      const owner = newOwner();
      const terms = { label: 'Bot', scopes: [scope] };
      const bare = await issue(owner, terms);
      expect([bare.status, bare.json.detail]).toEqual([403, expect.stringContaining('/keys/confirmation/')]);

      const confirmation = await confirmed(owner, terms);
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => issue(owner, { ...terms, confirmation })),
      );
      const [issued] = answers.filter(({ status }) => status === 200);
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(4);
      expect(issued?.json.scopes).toEqual(['read', scope]);
      const days = scope === 'manage' ? 365 : 90;
      expect(issued?.json.expires_at).toBe(instant(clock.now() + days * DAY));
      expect((await api.asOwner(owner.address, 'GET', '/keys/')).json.results).toHaveLength(1);
    },
  );

  test('has the wallet sign a message that names all of it', async () => {
    const owner = newOwner();
    const terms = { label: 'Bot 7', scopes: ['trade', 'quote'] };
    const { json } = await api.asOwner(owner.address, 'POST', '/keys/confirmation/', terms);
    expect(json.expires_at).toBe(instant(clock.now() + 600_000));
    expect(json.message.split('\n')).toEqual([
      'launchlens.example asks you to confirm a new API key for your wallet:',
      owner.address,
      '',
      KEY_STATEMENT,
      '',
      'Label: Bot 7',
      'Scopes: read, quote, trade',
      'Key Lifetime: 90 days',
      'URI: https://launchlens.example',
      'Version: 1',
      expect.stringMatching(/^Nonce: [0-9a-f]{32}$/),
      `Issued At: ${instant(clock.now())}`,
      `Expiration Time: ${json.expires_at}`,
    ]);
  });

  test('takes no confirmation of other terms, of another owner, wallet or domain, nor an expired one', async () => {
    const owner = newOwner();
    const stranger = newOwner();
    const terms = { label: 'Bot', scopes: ['trade'] };
    const elsewhere = await openAgentApi(store.oltp, clock, { PUBLIC_BASE_URL: 'https://other.example' });
    const { json } = await elsewhere.asOwner(owner.address, 'POST', '/keys/confirmation/', terms);
    const old = await confirmed(owner, terms);
    clock.advance(600_000);
    const confirmations = [
      await confirmed(owner, { ...terms, scopes: ['trade', 'perps'] }),
      await confirmed(owner, { ...terms, scopes: ['manage'] }),
      await confirmed(owner, { ...terms, label: 'Bot 2' }),
      await confirmed(stranger, terms),
      await confirmed(owner, terms, stranger),
      { message: json.message, signature: owner.sign(json.message) },
      { message: 'hello', signature: owner.sign('hello') },
      old,
    ];
    for (const confirmation of confirmations) {
      const { status, json: refusal } = await issue(owner, { ...terms, confirmation });
      expect([status, refusal.detail]).toEqual([
        403,
        expect.stringMatching(/^The confirmation is not valid: /),
      ]);
    }
    const late = await issue(owner, { ...terms, confirmation: old });
    expect(late.json.detail).toBe(
      'The confirmation is not valid: the message has expired. Request a new one from POST /keys/confirmation/ and sign it.',
    );
    expect((await api.asOwner(owner.address, 'GET', '/keys/')).json.results).toEqual([]);
  });

  test('needs a signed-in owner with a wallet, and takes no credential of an agent for one', async () => {
    const owner = newOwner();
    const { json } = await issue(owner, { label: 'Bot', scopes: ['read'] });
    const token = await api.pairedToken(owner);
    for (const secret of [json.key, token, 'x']) {
      const answer = await api.post(
        '/keys/',
        { label: 'a', scopes: ['read'] },
        { authorization: `Bearer ${secret}` },
      );
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, expect.any(String)]);
    }
    expect((await api.request('GET', '/credential-events/')).status).toBe(401);
  });

  test.each([
    [{ scopes: ['read'] }, /^label must be/],
    [{ label: 'a\nb', scopes: ['read'] }, /^label must be/],
    [{ label: 'a' }, /^scopes must be/],
    [{ label: 'a', scopes: ['all'] }, /^scopes.* must be/],
    [{ label: 'a', scopes: ['read'], confirmation: 'yes' }, /^confirmation must be/],
    [
      { label: 'a', scopes: ['read'], confirmation: { message: 'm', signature: 'x' } },
      /^confirmation.signature must be/,
    ],
  ])('refuses %j, naming the member', async (body, detail) => {
    const { status, json } = await issue(newOwner(), body);
    expect([status, json.detail]).toEqual([400, expect.stringMatching(detail)]);
  });
});

describe('rotation', () => {
  test('puts a key with the same terms in place, without a new confirmation, and the old one is refused at once', async () => {
    const owner = newOwner();
    const terms = { label: 'Bot', scopes: ['read', 'trade'] };
    const { json: old } = await issue(owner, { ...terms, confirmation: await confirmed(owner, terms) });
    await useOf(old.key);
    clock.advance(5 * DAY);

    const answer = await api.asOwner(owner.address, 'POST', `/keys/${old.id}/rotate/`);

    const { key, id, ...rest } = answer.json;
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(rest).toMatchObject({ label: 'Bot', scopes: ['read', 'trade'], tier: 'paired', prefix: 'llk_' });
    expect(rest.expires_at).toBe(instant(clock.now() + 90 * DAY));
    expect([await useOf(old.key), await useOf(key)]).toEqual(['CREDENTIAL_REFUSED', 'good']);
    const { json: listed } = await api.asOwner(owner.address, 'GET', '/keys/');
    expect(listed.results[1]).toMatchObject({
      id: old.id,
      replaced_by: id,
      revoked_at: instant(clock.now()),
    });
    expect((await eventsOf(owner)).slice(0, 3)).toEqual([
      ['refused', old.id, 'rotated'],
      ['rotated', old.id, `replaced by ${id}`],
      ['issued', id, `in place of ${old.id}`],
    ]);
    expect((await api.asOwner(owner.address, 'POST', `/keys/${old.id}/rotate/`)).status).toBe(409);
  });

  test('beyond base scopes takes a sign-in of the last ten minutes, of keys and of tokens', async () => {
    const owner = newOwner();
    const terms = { label: 'Bot', scopes: ['read', 'manage'] };
    const { json: key } = await issue(owner, { ...terms, confirmation: await confirmed(owner, terms) });
    const { json: plain } = await issue(owner, { label: 'Bot', scopes: ['read'] });
    const token = await api.pairedToken(owner, ['perps']);
    const [{ id }] = (await api.asOwner(owner.address, 'GET', '/tokens/')).json.results;
    const session = await api.context.signIn.issuer?.issue(owner.address);
    const rotate = (path: string) =>
      api.post(`${path}/rotate/`, {}, { authorization: `Bearer ${session?.token}` });
    clock.advance(600_001);
    for (const path of [`/keys/${key.id}`, `/tokens/${id}`]) {
      const { status, json } = await rotate(path);
      const detail = expect.stringContaining('needs a sign-in from the last 10 minutes. Sign in again');
      expect([status, json]).toEqual([401, { detail, code: 'sign_in_too_old' }]);
    }
    expect([await useOf(key.key), await useOf(token)]).toEqual(['good', 'good']);
    expect((await rotate(`/keys/${plain.id}`)).status).toBe(200);
    expect((await api.asOwner(owner.address, 'POST', `/keys/${key.id}/rotate/`)).status).toBe(200);
  });

  test('answers a token in `token`, and brings no expired credential back', async () => {
    const owner = newOwner();
    const { json: key } = await issue(owner, { label: 'Bot', scopes: ['read'] });
    const token = await api.pairedToken(owner, ['quote']);
    const [listed] = (await api.asOwner(owner.address, 'GET', '/tokens/')).json.results;
    const { json } = await api.asOwner(owner.address, 'POST', `/tokens/${listed.id}/rotate/`);
    expect(json).toMatchObject({ token: expect.stringMatching(/^llp_/), scopes: ['quote'] });
    expect([await useOf(token), await useOf(json.token)]).toEqual(['CREDENTIAL_REFUSED', 'good']);
    clock.advance(365 * DAY);
    for (const path of [`/keys/${key.id}`, `/tokens/${json.id}`]) {
      const refused = await api.asOwner(owner.address, 'POST', `${path}/rotate/`);
      expect([refused.status, refused.json.detail]).toEqual([409, expect.stringContaining('has expired')]);
    }
  });
});

describe('revocation', () => {
  test('holds from the next call on, is safe to repeat, and is in the audit log with every refused use', async () => {
    const owner = newOwner();
    const token = await api.pairedToken(owner);
    const [{ id }] = (await api.asOwner(owner.address, 'GET', '/tokens/')).json.results;
    expect(await useOf(token)).toBe('good');
    const revoke = () => api.asOwner(owner.address, 'POST', `/tokens/${id}/revoke/`);
    const first = await revoke();
    clock.advance(1_000);
    expect((await revoke()).json).toEqual(first.json);
    expect(first.json.revoked_at).toBe(instant(clock.now() - 1_000));
    expect([await useOf(token), await useOf(token)]).toEqual(['CREDENTIAL_REFUSED', 'CREDENTIAL_REFUSED']);
    expect((await eventsOf(owner)).map(([kind]: string[]) => kind)).toEqual([
      ...['refused', 'refused', 'revoked', 'issued'],
    ]);
  });
});

test('a refused use of an ended credential over REST is in the audit log, and of a good one is not', async () => {
  const owner = newOwner();
  const { json: good } = await issue(owner, { label: 'Bot', scopes: ['read'] });
  const { json: revoked } = await issue(owner, { label: 'Bot', scopes: ['read'] });
  await api.asOwner(owner.address, 'POST', `/keys/${revoked.id}/revoke/`);
  const answers = [];
  for (const { key } of [good, revoked]) {
    answers.push(await api.request('GET', '/keys/', { authorization: `Bearer ${key}` }));
  }
  clock.advance(365 * DAY);
  answers.push(await api.request('GET', '/keys/', { authorization: `Bearer ${good.key}` }));
  for (const { status, json } of answers) expect([status, json]).toEqual([401, answers[0]?.json]);
  const { json } = await api.asOwner(owner.address, 'GET', '/credential-events/');
  const refused = json.results.filter(({ kind }: { kind: string }) => kind === 'refused');
  const surface = '/api/v1/keys/';
  expect(refused).toEqual([
    expect.objectContaining({ credential_id: good.id, reason: 'expired', surface }),
    expect.objectContaining({ credential_id: revoked.id, reason: 'revoked', surface }),
  ]);
});

test('owners see and change nothing of each other: guessed ids are 404, and so are those of another kind', async () => {
  const [owner, stranger] = [newOwner(), newOwner()];
  const { json: key } = await issue(owner, { label: 'Bot', scopes: ['read'] });
  for (const path of [`/keys/${key.id}`, '/keys/none', `/keys/${key.id.slice(1)}`]) {
    for (const verb of ['rotate', 'revoke']) {
      expect((await api.asOwner(stranger.address, 'POST', `${path}/${verb}/`)).status).toBe(404);
    }
  }
  expect((await api.asOwner(owner.address, 'POST', `/tokens/${key.id}/revoke/`)).status).toBe(404);
  for (const path of ['/keys/', '/tokens/', '/credential-events/']) {
    expect((await api.asOwner(stranger.address, 'GET', path)).json).toEqual({ results: [], has_more: false });
  }
  expect(await useOf(key.key)).toBe('good');
});

test('listings are read page by page, and refuse what is no page', async () => {
  const owner = newOwner();
  for (let at = 0; at < 5; at += 1) {
    await issue(owner, { label: `Bot ${at}`, scopes: ['read'] });
    clock.advance(1);
  }
  for (const path of ['/keys/', '/credential-events/']) {
    const seen: unknown[] = [];
    let before = '';
    for (let pages = 0; pages < 3; pages += 1) {
      const { json } = await api.asOwner(owner.address, 'GET', `${path}?limit=2${before}`);
      seen.push(...json.results.map(({ id }: { id: unknown }) => id));
      before = `&before=${json.results.at(-1).id}`;
      expect(json.has_more).toBe(pages < 2);
    }
    expect(new Set(seen).size).toBe(5);
    for (const query of ['limit=0', 'limit=201', 'limit=x', 'before=-1', 'offset=1']) {
      expect((await api.asOwner(owner.address, 'GET', `${path}?${query}`)).status).toBe(400);
    }
  }
});

describe('an owner with a hundred credentials that hold', () => {
  const full = async () => {
    const owner = newOwner();
    const keys: { id: string; key: string }[] = [];
    for (let at = 0; at < 99; at += 1) {
      keys.push((await issue(owner, { label: `Bot ${at}`, scopes: ['read'] })).json);
      if (at % 40 === 0) clock.advance(60_000);
    }
    return { owner, keys };
  };
  const FULL = {
    detail: expect.stringMatching(/^The owner already has 100 active tokens and keys/),
    code: 'credentials_full',
  };

  test('is issued the last one once, however many are asked for at once, and then none', async () => {
    const { owner, keys } = await full();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => issue(owner, { label: 'last', scopes: ['read'] })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.json).toEqual(FULL);
    expect((await issue(newOwner(), { label: 'a', scopes: ['read'] })).status).toBe(200);

    // One in the place of another is none more, and one that is revoked leaves its place
    const rotate = (id = '') => api.asOwner(owner.address, 'POST', `/keys/${id}/rotate/`);
    expect((await rotate(keys[0]?.id)).status).toBe(200);
    expect((await issue(owner, { label: 'a', scopes: ['read'] })).status).toBe(409);
    await api.asOwner(owner.address, 'POST', `/keys/${keys[1]?.id}/revoke/`);
    expect((await issue(owner, { label: 'a', scopes: ['read'] })).status).toBe(200);

    // Those that expire leave theirs
    clock.advance(365 * DAY);
    expect((await issue(owner, { label: 'again', scopes: ['read'] })).status).toBe(200);
  });

  test('approves no pairing, and one that was approved before brings its token once there is room', async () => {
    const { owner, keys } = await full();
    const [before, after] = [await api.pair(), await api.pair()];
    expect((await api.decide('approve', before.user_code, owner)).status).toBe(200);
    await issue(owner, { label: 'last', scopes: ['read'] });

    expect(await api.decide('approve', after.user_code, owner)).toMatchObject({ status: 409, json: FULL });
    expect((await api.poll(after.device_code)).json.status).toBe('pending');
    expect((await api.decide('deny', after.user_code, owner)).status).toBe(200);
    expect(await api.poll(before.device_code)).toMatchObject({ status: 409, json: FULL });
    await api.asOwner(owner.address, 'POST', `/keys/${keys[0]?.id}/revoke/`);
    expect((await api.poll(before.device_code)).json.status).toBe('approved');
  });
});

describe('GET /credentials/<id>/', () => {
  test('shows one of the owner, of either kind, and of nobody else', async () => {
    const [owner, other] = [newOwner(), newOwner()];
    const { key, ...issued } = (await issue(owner, { label: 'Bot', scopes: ['quote'] })).json;
    const path = `/credentials/${issued.id}/`;

    const { status, json } = await api.asOwner(owner.address, 'GET', path);
    expect([status, json]).toEqual([200, { kind: 'key', credential: issued, spent_in_24_hours: [] }]);
    expect((await api.asOwner(other.address, 'GET', path)).status).toBe(404);
    expect((await api.asOwner(owner.address, 'GET', '/credentials/nobody/')).status).toBe(404);
  });

  test('has its own events, page by page', async () => {
    const owner = newOwner();
    const first = (await issue(owner, { label: 'One', scopes: ['quote'] })).json;
    await issue(owner, { label: 'Two', scopes: ['quote'] });

    const of = await api.asOwner(owner.address, 'GET', `/credential-events/?credential_id=${first.id}`);
    expect(of.json.results.map((event: { credential_id: string }) => event.credential_id)).toEqual([
      first.id,
    ]);
  });
});
