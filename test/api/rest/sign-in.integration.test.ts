import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAccess } from '../../../api/access/access.ts';
import { ownTokens } from '../../../api/access/tokens/own.ts';
import type { AccountContext } from '../../../api/actions/account-context.ts';
import { signOut as signOutOf } from '../../../api/actions/sign-in/sign-in.ts';
import { createEndedSessions } from '../../../api/state/ended-sessions.ts';
import { createState } from '../../../api/state/state.ts';
import type { Oltp } from '../../../core/oltp/port.ts';
import { SIGN_IN_STATEMENT } from '../../../schemas/rest/signed-statements.ts';
import {
  embeddedDecisions,
  type SharedDecisionStore,
  serverDecisions,
} from '../../support/decision-stores.ts';
import { postgresIsMissing } from '../../support/postgres-server.ts';
import { testWallet } from '../../support/wallets.ts';
import { type AccountApi, NO_AGENTS, NO_CLAIMS, openAccountApi } from '../support/account-api.ts';

const wallet = testWallet('owner');
let now = Date.parse('2026-10-01T12:00:00.000Z');
const clock = { now: () => now, sleep: async () => undefined };
const tokens = ownTokens('a secret of more than thirty-two characters', {
  ...{ issuer: undefined, audience: undefined, clock },
});

let store: Pick<SharedDecisionStore, 'oltp' | 'another'> & AsyncDisposable;
/** Two processes of one deployment, and one of another address. */
let api: AccountApi;
let twin: AccountApi;
let elsewhere: AccountApi;
let outside: AccountApi;
let open: (over: Oltp, parts?: Partial<AccountContext['signIn']>) => AccountApi;

beforeAll(async () => {
  store = await (postgresIsMissing ? alone() : serverDecisions());
  const { oltp } = store;
  const beside = await store.another();
  open = (over, parts = {}) => {
    const { challenges, agentWallets } = createState(over);
    const place = () => ({ domain: 'launchlens.example', uri: 'https://launchlens.example' });
    const endedSessions = createEndedSessions(over, clock.now);
    const signIn = { challenges, endedSessions, issuer: tokens, place, chainId: 'devnet', clock, ...parts };
    const access = createAccess({ tokens, agentWallets, endedSessions, agents: NO_AGENTS.agents.access });
    return openAccountApi({ access, signIn, claims: NO_CLAIMS, ...NO_AGENTS }, clock);
  };
  api = open(oltp);
  twin = open(beside);
  elsewhere = open(oltp, { place: () => ({ domain: 'other.example', uri: 'https://other.example' }) });
  outside = open(oltp, { issuer: undefined });
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
});

/** One process only, where there is no server. */
async function alone() {
  const embedded = await embeddedDecisions();
  return { ...embedded, another: async () => embedded.oltp };
}

async function challenged(): Promise<{ message: string; signature: string }> {
  const { json } = await api.post('/auth/challenge/', { wallet_address: wallet.address });
  return { message: json.message, signature: wallet.sign(json.message) };
}

describe('POST /auth/challenge/', () => {
  test('gives a message that names wallet, domain, nonce and expiry', async () => {
    const { status, json, headers } = await api.post('/auth/challenge', { wallet_address: wallet.address });
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(Object.keys(json).sort()).toEqual(['expires_at', 'message', 'nonce']);
    expect(json.expires_at).toBe(new Date(now + 300_000).toISOString());
    expect(json.nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(json.message.split('\n')).toEqual([
      'launchlens.example wants you to sign in with your Solana account:',
      wallet.address,
      '',
      SIGN_IN_STATEMENT,
      '',
      'URI: https://launchlens.example',
      'Version: 1',
      'Chain ID: devnet',
      `Nonce: ${json.nonce}`,
      `Issued At: ${new Date(now).toISOString()}`,
      `Expiration Time: ${json.expires_at}`,
    ]);
  });

  test.each([
    [{}, 'wallet_address must be a base58 public key of 32 bytes.'],
    [{ wallet_address: 7 }, 'wallet_address must be a base58 public key of 32 bytes.'],
    [{ wallet_address: '1'.repeat(33) }, 'wallet_address must be a base58 public key of 32 bytes.'],
    [[], 'The request body must be a JSON object.'],
    ['{', 'The request body must be JSON.'],
  ])('refuses the body %j, naming what is wrong', async (body, detail) => {
    const { status, json } = await api.post('/auth/challenge/', body);
    expect([status, json.detail]).toEqual([400, detail]);
  });

  test('is bounded for one address, and says for how long', async () => {
    now += 60_000;
    const answers = await Promise.all(
      Array.from({ length: 201 }, () => api.post('/auth/challenge/', { wallet_address: 'x' })),
    );
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(1);
    expect(limited[0]?.headers['retry-after']).toBe('10');
    now += 60_000;
  });

  test('answers a preflight and refuses other methods', async () => {
    const preflight = await api.request('OPTIONS', '/auth/challenge/');
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-methods']).toBe('POST, OPTIONS');
    expect(preflight.headers['access-control-allow-headers']).toContain('Idempotency-Key');
    const read = await api.request('GET', '/auth/challenge/');
    expect([read.status, read.headers.allow]).toEqual([405, 'POST, OPTIONS']);
  });
});

describe('POST /auth/sign-in/', () => {
  test('gives a token of the wallet', async () => {
    const { status, json } = await api.post('/auth/sign-in/', await challenged());
    expect(status).toBe(200);
    expect(Object.keys(json).sort()).toEqual(['expires_at', 'token']);
    expect(await tokens.verify(json.token)).toMatchObject({ wallet: wallet.address, how: 'owner' });
  });

  test('takes a message once, of any number at once and of any process', async () => {
    const signed = await challenged();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 ? api : twin).post('/auth/sign-in/', signed)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 29 }, () => 401)]);
    const { json, headers } = await api.post('/auth/sign-in/', signed);
    expect(json.detail).toBe(
      'Sign-in failed: the message was used already. Request a new challenge and sign it.',
    );
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  test('takes no message once it has expired', async () => {
    const signed = await challenged();
    now += 300_000;
    const { status, json } = await api.post('/auth/sign-in/', signed);
    expect([status, json.detail]).toEqual([
      401,
      'Sign-in failed: the message has expired. Request a new challenge and sign it.',
    ]);
  });

  test('takes no message of another domain, also over the same store', async () => {
    const { status, json } = await elsewhere.post('/auth/sign-in/', await challenged());
    expect([status, json.detail]).toEqual([
      401,
      'Sign-in failed: the message is for another domain. Request a new challenge and sign it.',
    ]);
  });

  test('takes no signature of another wallet, and leaves the message to its own', async () => {
    const { message, signature } = await challenged();
    const foreign = await api.post('/auth/sign-in/', {
      message,
      signature: testWallet('other').sign(message),
    });
    expect(foreign.status).toBe(401);
    expect((await api.post('/auth/sign-in/', { message, signature })).status).toBe(200);
  });

  test('takes no message that it did not issue, nor one that was changed', async () => {
    const { message } = await challenged();
    for (const changed of [
      message.replace('devnet', 'mainnet'),
      `${message}\n`,
      message.replace(/Nonce: .*/, 'Nonce: 00000000'),
      'hello',
    ]) {
      const { status, json } = await api.post('/auth/sign-in/', {
        message: changed,
        signature: wallet.sign(changed),
      });
      expect([status, json.detail]).toEqual([
        401,
        'Sign-in failed: the message is not one that this API issued. Request a new challenge and sign it.',
      ]);
    }
  });

  test('refuses a signature that is none, naming it', async () => {
    const { message } = await challenged();
    const { status, json } = await api.post('/auth/sign-in/', { message, signature: 'abc' });
    expect([status, json.detail]).toEqual([400, 'signature must be a base58 signature of 64 bytes.']);
  });

  test('takes no credential in the query', async () => {
    const { status, json } = await api.post('/auth/sign-in/?token=secret', await challenged());
    expect(status).toBe(400);
    expect(json.detail).not.toContain('secret');
  });
});

describe('POST /auth/sign-out/', () => {
  const signedIn = async (): Promise<string> =>
    (await api.post('/auth/sign-in/', await challenged())).json.token;
  const signOut = (token: string, of = api) =>
    of.post('/auth/sign-out/', {}, { authorization: `Bearer ${token}` });

  test('ends the session of its token in every process and after a restart, and no other session', async () => {
    const [token, other] = [await signedIn(), await signedIn()];
    const answer = await signOut(token);
    expect([answer.status, answer.json, answer.headers['cache-control']]).toEqual([
      ...[200, { signed_out: true }, 'no-store'],
    ]);
    const ended = 'The bearer token is refused: its session was ended by signing out. Sign in again.';
    const restarted = open(store.oltp);
    for (const process of [api, twin, restarted].slice(0, postgresIsMissing ? 1 : 3)) {
      const { status, json, headers } = await signOut(token, process);
      expect([status, json.detail, headers['www-authenticate']]).toEqual([
        401,
        ended,
        'Bearer error="invalid_token"',
      ]);
    }
    expect((await signOut(other)).status).toBe(200);
  });

  test('ends a token however its signature is written', async () => {
    const token = await signedIn();
    await signOut(token);
    // The last of 43 characters of base64url has two bits that say nothing.
    const last = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const spelled = `${token.slice(0, -1)}${last[last.indexOf(token.at(-1) ?? '') ^ 1]}`;
    expect((await signOut(spelled)).status).toBe(401);
  });

  test('needs a token', async () => {
    expect((await api.post('/auth/sign-out/', {})).status).toBe(401);
  });

  test('needs one of this API: what another issuer began, only that one ends', async () => {
    const endedSessions = createEndedSessions(store.oltp, clock.now);
    const outside = { wallet: wallet.address, how: 'owner' } as const;
    await expect(signOutOf({ endedSessions }, outside)).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  });
});

test('where an outside issuer signs people in, neither path is there', async () => {
  const asked = await outside.post('/auth/challenge/', { wallet_address: wallet.address });
  expect(asked.status).toBe(404);
  expect((await outside.post('/auth/sign-in/', await challenged())).status).toBe(404);
});
