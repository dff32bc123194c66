import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { JsonSchemaType } from '@modelcontextprotocol/sdk/validation';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AGENT_SURFACE, SURFACES } from '../../../api/mcp/surfaces.ts';
import { TOOLS } from '../../../api/mcp/tools/all.ts';
import { createState } from '../../../api/state/state.ts';
import type { RewardEvent } from '../../../core/rules/rewards.ts';
import { T0, wallets } from '../../core/rules/reward-arbitraries.ts';
import { type DecisionStore, embeddedDecisions } from '../../support/decision-stores.ts';
import { type IndexUnderTest, openIndex, showSlot } from '../support/mirror-under-test.ts';
import { emptyLedger, openRewards, type RewardsUnderTest, TERMS } from '../support/rewards-under-test.ts';
import { type AgentsUnderTest, agentsOver, type Issued } from './support/agents-under-test.ts';
import { McpUnderTest } from './support/mcp-under-test.ts';

const DAY_MS = 24 * 60 * 60_000;
const [owner = '' as never, agentWallet = '' as never, stranger = '' as never] = wallets;
const ACCOUNTS = { tokens: { jwt: owner }, agents: { [owner]: [agentWallet] } };
/** More than a double counts exactly. */
const GREAT = 2n ** 64n - 1n;

const accrued = (recordId: bigint, wallet: string, amount: bigint | undefined): RewardEvent =>
  ({ kind: 'accrued', recordId, at: T0, program: 'season', wallet, amount }) as RewardEvent;

describe('the whole API, asked by agents with the official client', () => {
  let under: IndexUnderTest;
  let store: DecisionStore;
  let agents: AgentsUnderTest;
  let rewards: RewardsUnderTest;
  let mcp: McpUnderTest;
  let agent: Issued;
  const clients: Client[] = [];
  beforeAll(async () => {
    under = await openIndex();
    store = await embeddedDecisions();
  });
  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    await under.dispose();
  });
  beforeEach(async () => {
    await under.index.reset();
    await emptyLedger(under.olap);
    agents = await agentsOver(store.oltp);
    const { payouts } = createState(store.oltp);
    rewards = openRewards(under.olap, ACCOUNTS, T0 + 8 * DAY_MS, { payouts, agents: agents.parts });
    under.index
      .launch({ launchId: 7n, slot: 1n, status: 1, startTs: 100n, minRaise: 10n, maxRaise: 90n })
      .pledge({ launchId: 7n, pledger: 'alice', slot: 1n, amount: 30n, pledgedTs: 150n });
    await showSlot(under, rewards.api, 3n);
    mcp = await McpUnderTest.listen(rewards.api);
    agent = await agents.issue({ owner });
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
    await rewards.stop();
  });
  const connect = async (path: string, headers: Record<string, string> = agent.headers): Promise<Client> => {
    const { client } = await mcp.at(path).connect({ 'x-service-profile': 'text', ...headers });
    clients.push(client);
    return client;
  };
  const answerTo = async (client: Client, name: string, args: object) =>
    CallToolResultSchema.parse(await client.callTool({ name, arguments: { ...args } }));
  const call = async (client: Client, name: string, args: Record<string, unknown> = {}) => {
    const result = await answerTo(client, name, args);
    const [words = '', json = ''] = result.content.map((block) => (block.type === 'text' ? block.text : ''));
    // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client without types would.
    return { words, json, isError: result.isError, answer: result.structuredContent as any };
  };

  test.for(SURFACES)(
    '$path lists its tools and answers as REST does',
    async ({ path, credentials, tools, detail }) => {
      const client = await connect(path, credentials ? agent.headers : {});

      const listed = (await client.listTools()).tools;
      expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
      expect(listed.filter(({ outputSchema }) => outputSchema)).toHaveLength(
        detail === 'minimal' ? 0 : tools.length,
      );
      const { answer } = await call(client, 'get_ilo_details', { launch_id: '7' });
      expect(answer).toEqual((await rewards.api.get('/api/v1/ilo/launches/7/')).json);
      await expect(client.callTool({ name: 'launch_everything' })).rejects.toThrow(
        /is not a tool on this surface/,
      );
    },
  );

  test.for(SURFACES.filter(({ detail }) => detail !== 'minimal'))(
    '$path says once in its list what a failed call answers, and the official client takes answer and failure',
    async ({ path, credentials }) => {
      const client = await connect(path, credentials ? agent.headers : {});
      const { _meta } = await client.listTools();
      const error = _meta?.['launchlens/error'] as JsonSchemaType;
      const conforms = new AjvJsonSchemaValidator().getValidator(error);

      // The client has the list, so it holds every structured content against the schema of the output.
      const calls = [{ launch_id: '424242' }, { launch_id: 1.5 }, { nonsense: true }];
      for (const input of calls) {
        const { isError, structuredContent } = await answerTo(client, 'get_ilo_details', input);
        expect([isError, conforms(structuredContent)]).toMatchObject([true, { valid: true }]);
      }
      const { isError, structuredContent } = await answerTo(client, 'get_ilo_details', { launch_id: '7' });
      expect([isError, conforms(structuredContent).valid]).toEqual([undefined, false]);
    },
  );

  test('a credential in a URL is refused at every API, beside one in its place too', async () => {
    for (const path of ['/mcp', AGENT_SURFACE.path, '/api/v1/ilo/status/', '/graphql', '/pair', '/ready']) {
      const address = new URL(`${path}?access_token=${agent.secret}`, mcp.url);
      const answer = await fetch(address, { headers: agent.headers });
      expect([path, answer.status]).toEqual([path, 401]);
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
      expect(await answer.text()).not.toContain(agent.secret);
    }
  });

  test('narrowed clients list and call no more than their headers leave', async () => {
    const headers = {
      ...agent.headers,
      'x-service-toolsets': 'launches, rewards',
      'x-service-profile': 'full',
    };
    const client = await connect(AGENT_SURFACE.path, headers);

    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toContain('get_rewards_summary');
    expect(names).not.toContain('verify_account');
    expect((await call(client, 'list_launches')).answer.count).toBe(1);
    await expect(client.callTool({ name: 'get_source_status' })).rejects.toThrow(
      /is not a tool on this surface/,
    );
    await expect(
      connect(AGENT_SURFACE.path, { ...agent.headers, 'x-service-toolsets': 'all' }),
    ).rejects.toThrow(/X-Service-Toolsets must be a comma-separated list of/);
  });

  test('a credential calls every tool of its scopes, and is told of every other which scope it lacks', async () => {
    const session = await mcp.at(AGENT_SURFACE.path).initialize(agent.headers);
    const anonymous = await mcp.initialize();

    for (const { name, scope } of TOOLS) {
      const { json, status } = await mcp.at(AGENT_SURFACE.path).call(name, {}, session);
      const { isError, structuredContent } = json.result;
      const covered = ['read', 'quote', 'intent'].includes(scope);
      expect([name, status, structuredContent.code === 'missing_scope']).toEqual([name, 200, !covered]);
      if (!covered)
        expect([isError, structuredContent.detail]).toEqual([
          true,
          `${name} needs a credential with scope ${scope}.`,
        ]);
      const free = await mcp.call(name, {}, anonymous);
      expect(free.json.result?.structuredContent?.code).not.toBe('missing_scope');
    }
  });

  describe('the tools over REST', () => {
    const callTool = async (name: string, args: unknown, headers: Record<string, string> = agent.headers) => {
      const response = await fetch(new URL(`/api/v1/agent/tools/${name}/`, mcp.url), {
        ...{ method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
        body: JSON.stringify(args),
      });
      // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client without types would.
      return { status: response.status, headers: response.headers, json: (await response.json()) as any };
    };

    test('answer the structured content of MCP, to tokens and keys', async () => {
      const key = await agents.issue({ owner, kind: 'key' });
      const expected = (await call(await connect('/mcp'), 'get_settlement', { launch_id: '7' })).answer;

      for (const { headers } of [agent, key]) {
        const {
          status,
          json,
          headers: answered,
        } = await callTool('get_settlement', { launch_id: '7' }, headers);
        expect([status, json]).toEqual([200, expected]);
        expect([answered.get('ratelimit'), answered.get('cache-control')]).toEqual([
          expect.stringContaining('"paired"'),
          'no-store',
        ]);
      }
      const paid = await callTool(
        'get_settlement',
        { launch_id: '7' },
        { ...agent.headers, 'x-payment': '1' },
      );
      expect(paid.json).toEqual(expected);
    });

    test('refuse in the same words as over MCP, with the code and the remedy', async () => {
      expect(await callTool('jupiter_swap', {})).toMatchObject({
        status: 200,
        json: { isError: true, code: 'missing_scope', scope: 'trade', remedy: expect.any(String) },
      });
      expect((await callTool('get_settlement', { launch_id: '9' })).json).toMatchObject({
        isError: true,
        code: 'launch_not_found',
      });
      expect(await callTool('launch_everything', {})).toMatchObject({
        status: 404,
        json: { code: 'tool_unknown', detail: expect.stringContaining('"launch_everything"') },
      });
      expect(await callTool('get_settlement', [])).toMatchObject({
        status: 400,
        json: { code: 'body_malformed' },
      });
    });

    test('need a credential that is valid now, whatever the tool', async () => {
      await agents.revoke(agent);
      for (const headers of [{}, agent.headers, { authorization: 'Bearer jwt' }]) {
        for (const tool of ['get_settlement', 'launch_everything']) {
          const {
            status,
            json,
            headers: answered,
          } = await callTool(tool, {}, headers as Record<string, string>);
          expect([status, json.code]).toEqual([401, 'credential_required']);
          expect(answered.get('www-authenticate')).toMatch(/^Bearer /);
        }
      }
    });

    test('stop agents beyond the rate of a credential, and do nothing else', async () => {
      await rewards.stop();
      const limited = await agentsOver(store.oltp, { perMinute: 1 });
      const { payouts } = createState(store.oltp);
      rewards = openRewards(under.olap, ACCOUNTS, T0, { payouts, agents: limited.parts });
      await showSlot(under, rewards.api, 3n);
      mcp = await McpUnderTest.listen(rewards.api);

      expect((await callTool('get_settlement', { launch_id: '7' })).status).toBe(200);
      expect(await callTool('get_settlement', { launch_id: '7' })).toMatchObject({
        status: 429,
        json: { code: 'credential_rate_limited' },
      });
      expect((await callTool('kill_wallet', {})).status).toBe(200);
    });
  });

  describe('the rewards of the owner', () => {
    beforeEach(async () => {
      await rewards.record(
        accrued(1n, owner, GREAT),
        accrued(2n, owner, GREAT),
        accrued(3n, agentWallet, 5n),
      );
    });

    test('are those that REST answers, to the last digit', async () => {
      const client = await connect(AGENT_SURFACE.path);
      await client.listTools();
      const rest = async (path: string) => (await rewards.get(`/user-rewards/${path}`, 'jwt')).text;

      const summary = await call(client, 'get_rewards_summary');
      expect(summary.json).toBe(await rest('summary/'));
      expect(summary.json).toContain(`"amount_base_units":${2n * GREAT}`);
      expect(summary.words).toContain(`accrued ${2n * GREAT} (records: 2, priced: 2)`);
      expect(summary.words).toContain('at slot 3');
      for (const said of [TERMS.disclosure, TERMS.contributionDisclosure])
        expect(summary.words).toContain(said);

      const history = await call(client, 'get_rewards_history', { limit: 1, offset: 1, program: 'season' });
      expect(history.json).toBe(await rest('history/?limit=1&offset=1&program=season'));
      expect(history.answer.results).toMatchObject([{ id: 1 }]);
      expect(history.json).toContain(`"amount_base_units":${GREAT}`);
      expect(history.words).toContain('1 reward record of wallet');
    });

    test('may be those of an agent wallet of the owner, and of nobody else', async () => {
      const client = await connect('/mcp/agent-lite');

      const { answer } = await call(client, 'get_rewards_summary', { wallet_address: agentWallet });
      expect([answer.wallet_address, answer.totals.accrued.amount_base_units]).toEqual([agentWallet, 5]);
      for (const name of ['get_rewards_summary', 'get_rewards_history']) {
        const refused = await call(client, name, { wallet_address: stranger });
        expect([refused.isError, refused.answer.code]).toEqual([true, 'wallet_forbidden']);
      }
      const others = await connect('/mcp/agent-v1', (await agents.issue({ owner: stranger })).headers);
      expect((await call(others, 'get_rewards_summary')).answer.totals.accrued.count).toBe(0);
      expect((await call(others, 'get_rewards_summary', { wallet_address: owner })).answer.code).toBe(
        'wallet_forbidden',
      );
    });

    test('are not on anonymous surfaces, not for other scopes, and tokens of accounts and agents are not exchangeable', async () => {
      const anonymous = await connect('/mcp', {});
      await expect(anonymous.callTool({ name: 'get_rewards_summary' })).rejects.toThrow(
        /is not a tool on this surface/,
      );
      const trader = await connect(
        '/mcp/agent-v1',
        (await agents.issue({ owner, scopes: ['trade'] })).headers,
      );
      expect((await call(trader, 'get_rewards_summary')).answer).toMatchObject({ code: 'missing_scope' });

      expect((await rewards.get('/user-rewards/summary/', agent.secret)).status).toBe(401);
      await expect(connect('/mcp/agent-v1', { authorization: 'Bearer jwt' })).rejects.toThrow(
        /401|credential/i,
      );
    });
  });
});
