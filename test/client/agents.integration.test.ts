import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as client from '../../client/index.ts';
import { type RunningApi, runApi, walletOf } from './support/running-api.ts';

const NEVER = 9_223_372_036_854_775_807n;
const wallet = walletOf('owner of agents');

describe('agents by the client library', () => {
  let api: RunningApi;
  let owner: client.Launchlens;
  beforeAll(async () => {
    api = await runApi();
    owner = api.client();
    await owner.signIn(wallet);
    for (const launchId of [1n, 2n]) api.under.index.launch({ launchId, slot: 5n, endTs: NEVER });
    await api.show(5n);
    const record = `"wallet":"${wallet.address}","at":"2026-01-01T00:00:00Z","amount_base_units":9007199254740993`;
    await api.record(`{"kind":"accrued","record_id":1,"program":"season",${record}}`);
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
  });

  const approve = async ({ userCode }: client.PairingCode): Promise<void> => {
    const asked = await owner.pairings.request(userCode);
    await owner.pairings.approve(userCode, asked, wallet);
  };

  describe('pairing', () => {
    /** An agent whose time passes as it waits, while `meanwhile` happens. */
    const agent = (meanwhile: (wait: number) => Promise<void> | void = () => undefined) => {
      const waited: number[] = [];
      const polling = api.client({
        wait: async (milliseconds, signal) => {
          signal?.throwIfAborted();
          waited.push(milliseconds);
          await meanwhile(waited.length);
        },
      });
      return { polling, waited };
    };

    test('shows a code, waits for the owner, and gives the token that was asked for, once', async () => {
      let shown: client.PairingCode | undefined;
      const { polling, waited } = agent((wait) => (wait === 2 && shown ? approve(shown) : undefined));
      const paired = await polling.pair({
        ...{ scopes: ['read', 'quote'], clientName: 'A bot' },
        onCode: (code) => {
          shown = code;
        },
      });
      expect(paired.scopes).toEqual(['read', 'quote']);
      expect(Date.parse(paired.expiresAt ?? '')).toBeGreaterThan(Date.now());
      expect(shown?.verificationUrlComplete).toBe(`${api.url}/pair?user_code=${shown?.userCode}`);
      expect(shown?.expiresIn).toBe(600);
      expect(waited).toEqual([5_000, 5_000]);

      const using = api.client({ pairingToken: paired.token });
      expect((await using.mcp.call('list_launches', {})).answer.count).toBe(2);
      await using.close();
    });

    test('asks less often when it is told to slow down', async () => {
      let shown: client.PairingCode | undefined;
      const { polling, waited } = agent((wait) => (wait === 4 && shown ? approve(shown) : undefined));
      await polling.pair({
        onCode: (code) => {
          shown = code;
        },
      });
      // The server sees polls that follow one another at once.
      expect(waited).toEqual([5_000, 5_000, 10_000, 15_000]);
    });

    test('ends when the owner denies', async () => {
      const pairing = agent().polling.pair({
        onCode: async ({ userCode }) => {
          await owner.pairings.deny(userCode, await owner.pairings.request(userCode), wallet);
        },
      });
      await expect(pairing).rejects.toBeInstanceOf(client.PairingDeniedError);
    });

    test('ends with its signal', async () => {
      const stopping = new AbortController();
      const { polling } = agent(() => stopping.abort(new Error('enough')));
      const pairing = polling.pair({ onCode: () => undefined, signal: stopping.signal });
      await expect(pairing).rejects.toThrow('enough');
    });

    test('is over when nobody decides in time', async () => {
      const { polling, waited } = agent();
      await expect(polling.pair({ onCode: () => undefined })).rejects.toBeInstanceOf(
        client.PairingExpiredError,
      );
      expect(waited.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThanOrEqual(600_000);
    });

    test('says that its token may have been handed out where that answer was lost', async () => {
      const losing = api.client({
        wait: async () => undefined,
        fetch: async (url, init) => {
          const answer = await fetch(url, init);
          const approved =
            String(url).includes('/pair/poll/') && (await answer.clone().text()).includes('llp_');
          if (approved) throw new TypeError('fetch failed');
          return answer;
        },
      });
      const before = (await owner.tokens.list()).results.length;
      await expect(losing.pair({ onCode: approve })).rejects.toMatchObject({
        name: 'PairingExpiredError',
        message: expect.stringMatching(/its token was handed out .* got lost: revoke/),
      });
      expect((await owner.tokens.list()).results).toHaveLength(before + 1);
    });

    test('goes on polling through what fails in passing', async () => {
      let polls = 0;
      const failing = api.client({
        wait: async () => undefined,
        fetch: async (url, init) => {
          if (String(url).includes('/pair/poll/')) {
            polls += 1;
            if (polls === 1) throw new TypeError('fetch failed');
            if (polls === 2) return new Response('Bad gateway', { status: 502 });
          }
          return fetch(url, init);
        },
      });
      const { token } = await failing.pair({ onCode: approve });
      expect([polls, token.startsWith('llp_')]).toEqual([3, true]);
    });

    test('refuses scopes that there are none of before anything is shown', async () => {
      const pairing = api.client().pair({ scopes: ['everything' as 'read'], onCode: () => undefined });
      await expect(pairing).rejects.toBeInstanceOf(client.InvalidRequestError);
    });
  });

  describe('tools', () => {
    let key: client.IssuedKey;
    let using: client.Launchlens;
    beforeAll(async () => {
      key = await owner.keys.issue({ label: 'a bot', scopes: ['read'] });
      using = api.client({ apiKey: key.key });
    });
    afterAll(async () => {
      await using.close();
    });

    test('answer with all their digits, and in words', async () => {
      const { answer, words } = await using.mcp.call('get_rewards_summary', {});
      expect(answer.totals.accrued.amount_base_units).toBe(9_007_199_254_740_993n);
      expect(words).toContain(wallet.address);
      const { launch } = (await using.mcp.call('get_ilo_details', { launch_id: '1' })).answer;
      expect([launch?.launch_id, launch?.end_ts]).toEqual(['1', NEVER]);
    });

    test('are those of agent-v1 with a credential, and the public ones without', async () => {
      const anonymous = api.client();
      const [full, open] = [await using.mcp.tools(), await anonymous.mcp.tools()];
      expect(full.length).toBeGreaterThan(90);
      expect(open.length).toBeLessThan(full.length);
      const lite = api.client({ apiKey: key.key, surface: 'agent-lite' });
      expect((await lite.mcp.tools()).length).toBe(14);
      const narrowed = api.client({ toolsets: ['launches'], profile: 'read-only' });
      const names = (await narrowed.mcp.tools()).map(({ name }) => name);
      expect(names).toContain('get_ilo_details');
      expect(names).not.toContain('get_quotes');
      await Promise.all([anonymous, lite, narrowed].map((each) => each.close()));
    });

    test('that the credential does not cover name the scope that is missing', async () => {
      const error = await using.mcp.call('jupiter_swap', {}).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(client.MissingScopeError);
      expect(error).toMatchObject({ code: 'missing_scope', scope: 'trade', tool: 'jupiter_swap' });
    });

    test('that cannot answer say so with the code of the server', async () => {
      await expect(using.mcp.call('get_ilo_details', { launch_id: '77' })).rejects.toMatchObject({
        ...{
          code: 'tool_failed',
          toolCode: 'launch_not_found',
          remedy: expect.stringContaining('list_launches'),
        },
      });
      await expect(using.mcp.call('launch_everything')).rejects.toBeInstanceOf(client.ProtocolError);
    });

    test('are called at once over one session', async () => {
      let initialized = 0;
      const many = api.client({
        apiKey: key.key,
        fetch: (url, init) => {
          if (String(init?.body).includes('"initialize"')) initialized += 1;
          return fetch(url, init);
        },
      });
      const calls = Array.from({ length: 20 }, () => many.mcp.call('list_launches', { limit: 1 }));
      expect((await Promise.all(calls)).every(({ answer }) => answer.count === 2)).toBe(true);
      expect(initialized).toBe(1);
      await many.close();
    });

    test('are called in a new session when the one before has ended', async () => {
      let session = '';
      const noting: client.Fetch = async (url, init) => {
        const response = await fetch(url, init);
        session = response.headers.get('mcp-session-id') ?? session;
        return response;
      };
      const calling = api.client({ apiKey: key.key, fetch: noting });
      await calling.mcp.call('list_launches', {});
      const ended = session;
      const headers = { authorization: `Bearer ${key.key}`, 'mcp-session-id': ended };
      expect((await fetch(`${api.url}/mcp/agent-v1`, { method: 'DELETE', headers })).status).toBe(204);

      expect((await calling.mcp.call('list_launches', {})).answer.count).toBe(2);
      expect(session).not.toBe(ended);
      await calling.close();
    });

    test('end with the signal of the call alone', async () => {
      const stopping = new AbortController();
      const calling = api.client({ apiKey: key.key });
      const stopped = calling.mcp.call('list_launches', {}, { signal: stopping.signal });
      const other = calling.mcp.call('list_launches', {});
      stopping.abort(new Error('enough'));
      await expect(stopped).rejects.toThrow('enough');
      expect((await other).answer.count).toBe(2);
      await calling.close();
    });

    test('are refused to a credential that is revoked, with how to pair again and without the credential', async () => {
      const issued = await owner.keys.issue({ label: 'a bot', scopes: ['read'] });
      const revoked = api.client({ apiKey: issued.key });
      await revoked.mcp.call('list_launches', {});
      await owner.keys.revoke(issued.id);

      const error = await revoked.mcp.call('list_launches', {}).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(client.AuthenticationError);
      expect(error).toMatchObject({
        ...{ code: 'authentication_failed', status: 401, pairUrl: `${api.url}/pair` },
        hint: expect.stringContaining('pair()'),
      });
      expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(issued.key);
      const unknown = api.client({ pairingToken: `llp_${'0'.repeat(38)}` });
      await expect(unknown.mcp.tools()).rejects.toBeInstanceOf(client.AuthenticationError);
    });

    test('of a server that is not there are unreachable', async () => {
      const nowhere = api.client({ url: 'http://127.0.0.1:1', retries: 0 });
      await expect(nowhere.mcp.call('list_launches', {})).rejects.toBeInstanceOf(client.UnreachableError);
    });
  });
});
