import {
  type ApiUnderTest,
  type IndexUnderTest,
  openApi,
  openIndex,
} from '../../api/support/mirror-under-test.ts';
import { mutated } from '../support/mutate.ts';
import { jsonText, mutatedJson } from '../support/mutate-json.ts';
import type { Random } from '../support/random.ts';
import { Finding, type FuzzTarget, hold } from '../support/target.ts';
import { mcpMessage } from './mcp-messages.ts';

const WALLET = '8Epm5bXKBceWoF4zMqJ53HYenr7XUo2HH9zFdXvd5k7D';
const PATHS = [
  'status/',
  'launches/',
  'launches/7/',
  'launches/7',
  `launches/7/?wallet=${WALLET}`,
  'launches/7/pledges/',
  'launches/7/raise-curve/',
  'launches/7/distribution/',
  'launches/7/flows/',
  `wallets/${WALLET}/positions/`,
  'coverage/',
  'audits/',
  'launches.csv',
  'launches/7/pledges.ndjson',
  'launches/7/pledges.parquet',
  'launches/7/flows.csv',
  `accounts/${WALLET}/verification/`,
];
const PARAMETERS = [
  'as_of_slot',
  'min_slot',
  'max_lag_slots',
  'limit',
  'cursor',
  'status',
  'order_by',
  'min_amount',
  'points',
  'buckets',
  'wallet',
  'x',
];
const QUERIES = [
  '{ source { lastIndexedSlot } launches(first: 2, orderBy: newest) { nodes { launchId } pageInfo { endCursor } } }',
  'query A($id: BigUint!, $after: String) { launch(launchId: $id) { pledges(first: 3, after: $after) { nodes { amount } } } }',
  `{ wallet(address: "${WALLET}", asOfSlot: 3) { pledges { nodes { launch { ...F } } } } } fragment F on Launch { launchId status }`,
  '{ launch(launchId: 7) { raiseCurve(points: 4) { slot } pledgeDistribution(buckets: 2) { count } topPledgers { amount } } }',
  '{ audits { nodes { slot } } coverage { lost { fromSlot } } status { phase } __schema { types { name } } }',
];
/** The node that verification needs is not there, and an index may be asked for what it has not reached. */
const UNAVAILABLE = 503;

/** Requests to the three doors: the protocol's own refusals, never a failure of the server. */
export const doors: FuzzTarget = {
  name: 'doors',
  feeds: 'REST, GraphQL and MCP requests to the whole API over an index',
  share: 0.01,
  good: 'graphql 200',
  engine: true,
  start: async () => {
    const under = await openIndex();
    const api = await filled(under);
    return {
      feed: async (random) => {
        const request = random.pick([restRequest, graphqlRequest, mcpRequest])(random);
        const { statusCode, body } = await api.app.inject(request as never).catch((cause: unknown) => {
          throw new Finding(`no answer to ${JSON.stringify(request)}`, { cause });
        });
        hold(statusCode < 500 || statusCode === UNAVAILABLE, `status ${statusCode}`, () => ({
          request,
          body: body.slice(0, 300),
        }));
        hold(!body.includes('INTERNAL'), 'nothing fails inside', () => ({
          request,
          body: body.slice(0, 300),
        }));
        return `${request.door} ${statusCode}`;
      },
      stop: async () => {
        await api.stop();
        await under.dispose();
      },
    };
  },
};

async function filled({ index, olap }: IndexUnderTest): Promise<ApiUnderTest> {
  await index.reset();
  for (const launchId of [7n, 8n, 2n ** 64n - 1n]) index.launch({ launchId, slot: 1n, status: 1 });
  for (let number = 0; number < 20; number += 1)
    index.pledge({ launchId: 7n, pledger: `${number}`, slot: 2n, amount: BigInt(number) });
  index.coverage('streamed', 1n, 9n);
  await index.checkpoint({ slot: 9n });
  const api = openApi(olap, { requestsPerWindow: 1_000_000_000 });
  await api.followed.reaches(9n);
  return api;
}

interface Request {
  readonly door: string;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

function restRequest(random: Random): Request {
  const path = random.pick(PATHS);
  const [name = '', query = ''] = path.split('?');
  const damaged = random.once(3) ? encodeURI(mutated(Buffer.from(name), random).toString('latin1')) : name;
  const parameters = Array.from(
    { length: random.below(4) },
    () => `${random.pick(PARAMETERS)}=${parameterValue(random)}`,
  );
  const method = random.once(12) ? random.pick(['HEAD', 'POST', 'DELETE', 'OPTIONS']) : 'GET';
  const headers: Record<string, string> = random.once(6)
    ? { 'if-none-match': random.pick(['*', 'W/"1"', '""', '"x", "y"']) }
    : {};
  return {
    door: 'rest',
    method,
    url: `/api/v1/ilo/${damaged}?${[query, ...parameters].filter(Boolean).join('&')}`,
    headers,
  };
}

/** `min_slot` makes a request wait, so it is never far ahead. */
function parameterValue(random: Random): string {
  const words = [
    '0',
    '1',
    '7',
    '-1',
    '1.5',
    '',
    'active',
    'newest',
    'amount_desc',
    WALLET,
    '9',
    '%00',
    '%ff',
    '__proto__',
    '18446744073709551616',
  ];
  return random.once(4) ? encodeURIComponent(random.text(30).toWellFormed()) : random.pick(words);
}

function graphqlRequest(random: Random): Request {
  const valid = random.pick(QUERIES);
  const query = random.once(3) ? valid : mutated(Buffer.from(valid), random).toString();
  const variables = {
    id: random.pick(['7', 7, -1, null, {}, random.text(9)]),
    after: random.pick([null, '', random.text(20)]),
  };
  const extensions = random.pick([undefined, { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }]);
  const question = { query, variables, extensions };
  const accept = random.pick([
    'application/json',
    'application/graphql-response+json',
    '*/*',
    'text/html;q=0.1',
    random.text(9).replace(/[^\x20-\x7e]/g, ''),
  ]);
  if (random.once(5)) {
    const parameters = new URLSearchParams({
      query: query.toWellFormed(),
      variables: random.pick([jsonText(variables), random.text(9).toWellFormed()]),
    });
    return { door: 'graphql', method: 'GET', url: `/graphql?${parameters}`, headers: { accept } };
  }
  const payload = random.once(3) ? mutatedJson(question, random) : jsonText(question);
  return {
    door: 'graphql',
    method: 'POST',
    url: '/graphql',
    headers: { accept, 'content-type': 'application/json' },
    payload,
  };
}

function mcpRequest(random: Random): Request {
  const message = random.once(4)
    ? {
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      }
    : mcpMessage(random);
  const payload = random.once(3) ? jsonText(message) : mutatedJson(message, random);
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  return {
    door: 'mcp',
    method: random.once(12) ? random.pick(['PUT', 'DELETE']) : 'POST',
    url: '/mcp',
    headers,
    payload,
  };
}
