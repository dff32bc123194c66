import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogger } from '../../core/kernel/logger.ts';
import { createOltp } from '../../core/oltp/open.ts';
import { IndexBuilder } from '../support/index-builder.ts';
import { type Ended, LaunchlensProcess } from '../support/launchlens-process.ts';
import { openMigrated } from '../support/migrated-store.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
import { decisionTexts, factTexts, filesOf, type Written } from '../support/texts-of-stores.ts';
import { waitFor } from '../support/wait-for.ts';
import { type TestWallet, testWallet } from '../support/wallets.ts';

const logger = createLogger('silent');
const MCP_HEADERS = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** A text that the API or its caller must keep to itself, under a name for people. */
interface Secret {
  readonly name: string;
  readonly text: string;
}

interface Sent {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client without types would.
  readonly json: any;
  readonly headers: Headers;
}

/** Plays an owner and the owner's agents, and remembers every secret that passed and every answer. */
class Play {
  readonly secrets: Secret[] = [];
  readonly refusals: Written[] = [];
  readonly listings: Written[] = [];
  readonly #origin: string;

  constructor(origin: string) {
    this.#origin = origin;
  }

  secret(name: string, text: string): string {
    expect(text.length, name).toBeGreaterThanOrEqual(8);
    this.secrets.push({ name, text });
    return text;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Sent> {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(`${this.#origin}${path}`, {
      method,
      headers: { ...type, ...headers },
      ...sent,
    });
    const text = await answer.text();
    const head = JSON.stringify([...answer.headers]);
    if (answer.status >= 400) {
      this.refusals.push({ name: `${method} ${path} ${answer.status}`, bytes: Buffer.from(head + text) });
    }
    const isJson = answer.headers.get('content-type')?.includes('json') && text !== '';
    return {
      status: answer.status,
      text,
      headers: answer.headers,
      json: isJson ? JSON.parse(text) : undefined,
    };
  }

  /** A question whose answer must hold no secret, though it is a good one. */
  async list(path: string, headers: Record<string, string>): Promise<Sent> {
    const answer = await this.send('GET', path, undefined, headers);
    expect(answer.status).toBe(200);
    this.listings.push({ name: path, bytes: Buffer.from(answer.text) });
    return answer;
  }

  sign(wallet: TestWallet, message: string): string {
    return this.secret('a signature', wallet.sign(message));
  }
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

async function signIn(play: Play, wallet: TestWallet): Promise<Record<string, string>> {
  const path = '/api/v1/auth';
  const { json } = await play.send('POST', `${path}/challenge/`, { wallet_address: wallet.address });
  const signature = play.sign(wallet, json.message);
  const signed = await play.send('POST', `${path}/sign-in/`, { message: json.message, signature });
  // Replayed, and with something that is not one.
  await play.send('POST', `${path}/sign-in/`, { message: json.message, signature });
  await play.send('POST', `${path}/sign-in/`, { message: json.message, signature: `${signature}!` });
  return bearer(play.secret('a bearer token of an owner', signed.json.token));
}

async function pair(play: Play, wallet: TestWallet, scopes: readonly string[]): Promise<string> {
  const path = '/api/v1/pair';
  const { json: started } = await play.send('POST', `${path}/start/`, { requested_scopes: scopes });
  const device_code = play.secret('a device code', started.device_code);
  const user_code = play.secret('a user code', started.user_code);
  play.secret('a user code without its dash', user_code.replace('-', ''));
  await play.send('POST', `${path}/poll/`, { device_code });
  await play.send('POST', `${path}/poll/`, { device_code: `${device_code}\u0000`, more: device_code });
  const { json: shown } = await play.send('GET', `${path}/request/?user_code=${user_code}`);
  const decision = { user_code, wallet_address: wallet.address, signature: play.sign(wallet, shown.message) };
  await play.send('POST', `${path}/approve/`, { ...decision, signature: play.sign(wallet, 'another text') });
  expect((await play.send('POST', `${path}/approve/`, decision)).status).toBe(200);
  const { json } = await play.send('POST', `${path}/poll/`, { device_code });
  await play.send('GET', `${path}/request/?user_code=${user_code}`);
  return play.secret('a pairing token', json.token);
}

async function issue(play: Play, wallet: TestWallet, owner: Record<string, string>): Promise<string> {
  const path = '/api/v1/keys/';
  const terms = { label: 'Bot', scopes: ['trade'] };
  const { json: asked } = await play.send('POST', `${path}confirmation/`, terms, owner);
  const confirmation = { message: asked.message, signature: play.sign(wallet, asked.message) };
  const { json } = await play.send('POST', path, { ...terms, confirmation }, owner);
  const key = play.secret('a key', json.key);
  await play.send('POST', path, { ...terms, confirmation }, owner);
  await play.send('POST', path, { label: key, scopes: [key] }, owner);
  const rotated = await play.send('POST', `${path}${json.id}/rotate/`, undefined, owner);
  await play.send('POST', `${path}${json.id}/rotate/`, undefined, owner);
  // The one that it replaced is refused.
  await useAgents(play, key);
  return play.secret('a rotated key', rotated.json.key);
}

/** What agents do with a credential, at every API, in every wrong way. */
async function useAgents(play: Play, secret: string): Promise<void> {
  const payment = play.secret(
    'a payment',
    Buffer.from(`payment ${secret.slice(5)} `.repeat(4)).toString('base64'),
  );
  const headers = { ...MCP_HEADERS, ...bearer(secret), 'X-PAYMENT': payment };
  for (const surface of ['/mcp/agent-v1', '/mcp/agent-lite', '/mcp/plugin-v1', '/mcp']) {
    const opened = await play.send('POST', surface, INITIALIZE, headers);
    const session = { ...headers, 'mcp-session-id': opened.headers.get('mcp-session-id') ?? 'none' };
    const call = (name: string, args: unknown) =>
      play.send(
        'POST',
        surface,
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
        session,
      );
    await call('get_source_status', {});
    await call('get_rewards_summary', { wallet_address: secret });
    await call(secret, { [secret]: secret });
    await play.send('POST', surface, `{"jsonrpc":"2.0","id":"${secret}","method":"${secret}"`, session);
    await play.send('POST', surface, INITIALIZE, { ...headers, authorization: `Basic ${secret}` });
    await play.send('DELETE', surface, undefined, session);
    expect((await play.send('GET', `${surface}?access_token=${secret}`)).status).toBe(401);
  }
  await play.send('POST', '/graphql', { query: '{ rewardsSummary { asset } }' }, headers);
  await play.send('POST', '/graphql', { query: `{ ${secret} }`, variables: { secret } }, headers);
  await play.send('GET', '/api/v1/user-rewards/summary/', undefined, headers);
  for (const path of ['/api/v1/ilo/status/', '/health', '/nothing/', '/graphql']) {
    const refused = await play.send('GET', `${path}?q=${secret}`, undefined, headers);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, expect.any(String)]);
  }
  await play.send('GET', `/api/v1/keys/${secret}/rotate/`, undefined, headers);
}

function hits(secrets: readonly Secret[], written: readonly Written[]): string[] {
  const found = written.flatMap(({ name, bytes }) =>
    secrets.filter(({ text }) => bytes.includes(text)).map((secret) => `${secret.name} in ${name}`),
  );
  return [...new Set(found)];
}

describe('a whole run at LOG_LEVEL=trace', () => {
  let directory: TemporaryDirectory;
  let play: Play;
  let ended: Ended;
  let metrics: Written;

  beforeAll(async () => {
    directory = await temporaryDirectory();
    const olap = await openMigrated({ dataDir: directory.path, logger });
    const index = new IndexBuilder(olap);
    await index.reset();
    await index.checkpoint({ slot: 20n });
    await olap.close();
    await using api = new LaunchlensProcess(['api'], {
      cwd: directory.path,
      env: { DATA_DIR: directory.path, HTTP_PORT: '0', LOG_LEVEL: 'trace' },
    });
    const [, url = ''] = await api.prints(/Launchlens API: (\S+)\/docs/);
    await waitFor(async () => (await fetch(`${url}/api/v1/ilo/status/`)).ok, {
      what: 'the API to have loaded the index',
    });
    play = new Play(url);

    const wallet = testWallet('owner');
    const owner = await signIn(play, wallet);
    const token = await pair(play, wallet, ['read', 'manage', 'trade']);
    const key = await issue(play, wallet, owner);
    for (const secret of [token, key]) await useAgents(play, secret);
    const { json } = await play.list('/api/v1/tokens/', owner);
    await play.send('POST', `/api/v1/tokens/${json.results[0].id}/revoke/`, {}, owner);
    await useAgents(play, token);
    await play.send('POST', '/graphql', { query: '{ rewardsSummary { asset } }' }, owner);
    for (const path of ['keys', 'tokens', 'credential-events']) await play.list(`/api/v1/${path}/`, owner);
    metrics = { name: 'metrics', bytes: Buffer.from((await play.list('/metrics', {})).text) };
    ended = await api.end('SIGTERM');
  }, 300_000);
  afterAll(async () => {
    await directory?.[Symbol.asyncDispose]();
  });

  test('ends well, and many secrets of every kind were used in it', () => {
    expect(ended.code).toBe(0);
    const kinds = new Set(play.secrets.map(({ name }) => name));
    expect(kinds.size).toBe(9);
    expect(play.refusals.length).toBeGreaterThan(50);
    expect(play.refusals.filter(({ name }) => name.endsWith(' 500'))).toEqual([]);
  });

  test('logs no secret', () => {
    const log = { name: 'the log', bytes: Buffer.from(ended.stdout + ended.stderr) };
    expect(ended.stderr.split('\n').length).toBeGreaterThan(2);
    expect(hits(play.secrets, [log])).toEqual([]);
  });

  test('repeats no secret in a refusal, a listing or the metrics', () => {
    expect(hits(play.secrets, [...play.refusals, ...play.listings, metrics])).toEqual([]);
  });

  test('keeps no secret: in no file of its stores, and in no row of them', async () => {
    const files = await filesOf(directory.path);
    expect(files.some(({ name }) => name.includes('pg_wal'))).toBe(true);
    expect(hits(play.secrets, files)).toEqual([]);

    const dataDir = directory.path;
    const oltp = await createOltp({ dataDir, logger });
    const decisions = await decisionTexts(oltp);
    await oltp.close();
    const rowsOf = (name: string) => decisions.find((each) => each.name === `table ${name}`)?.bytes.length;
    for (const table of ['credentials', 'pairings', 'credential_events', 'ended_sessions']) {
      expect(rowsOf(table), table).toBeGreaterThan(0);
    }
    expect(hits(play.secrets, decisions)).toEqual([]);

    const olap = await openMigrated({ dataDir, logger });
    const facts = await factTexts(olap);
    await olap.close();
    expect(facts.length).toBeGreaterThan(5);
    expect(hits(play.secrets, facts)).toEqual([]);
  });
});
