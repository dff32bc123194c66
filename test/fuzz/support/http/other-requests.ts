import { AGENT_SURFACE, SURFACES } from '../../../../api/mcp/surfaces.ts';
import { mcpMessage } from '../../targets/mcp-messages.ts';
import { mutated } from '../mutate.ts';
import { jsonText, mutatedJson } from '../mutate-json.ts';
import type { Random } from '../random.ts';
import { HOSTILE, hostileText } from './hostile-text.ts';
import type { RawRequest } from './raw-request.ts';

const WALLET = '8Epm5bXKBceWoF4zMqJ53HYenr7XUo2HH9zFdXvd5k7D';
const QUERIES = [
  '{ source { lastIndexedSlot } launches(first: 2, orderBy: newest) { nodes { launchId } pageInfo { endCursor } } }',
  'query A($id: BigUint!, $after: String) { launch(launchId: $id) { pledges(first: 3, after: $after) { nodes { amount } } } }',
  `{ wallet(address: "${WALLET}", asOfSlot: 3) { pledges { nodes { launch { ...F } } } } } fragment F on Launch { launchId status }`,
  '{ launch(launchId: 7) { raiseCurve(points: 4) { slot } pledgeDistribution(buckets: 2) { count } topPledgers { amount } } }',
  '{ audits { nodes { slot } } coverage { lost { fromSlot } } status { phase } __schema { types { name } } }',
];
const JSON_TYPE = { 'content-type': 'application/json' };

/** Paths below which anything may stand: files, pages, protocols, and paths that nobody serves. */
const PREFIXES = [
  ...[
    '/assets/',
    '/assets/a-1.js',
    '/assets',
    '/',
    '/launches/',
    '/intents/',
    '/settings',
    '/docs',
    '/graphql',
  ],
  ...['/api/v1/', '/api/v1/ilo/launches', '/verify-ilo-settlement.mjs', '/.well-known/', '/nowhere/'],
  ...SURFACES.map(({ path }) => path),
];

/** Every hostile text behind every path that is not described as an operation. */
export function* hostileTargets(): Generator<RawRequest> {
  for (const prefix of PREFIXES) {
    for (const text of HOSTILE) yield { method: 'GET', target: `${prefix}${text}`, headers: {} };
  }
}

export function fileRequest(random: Random): RawRequest {
  const steps = Array.from({ length: 1 + random.below(3) }, () => hostileText(random, 'a-1.js'));
  return {
    method: random.once(8) ? random.pick(['HEAD', 'POST', 'OPTIONS']) : 'GET',
    target: `${random.pick(PREFIXES)}${steps.join(random.pick(['/', '', '%2f']))}`,
    headers: random.once(3)
      ? { range: random.pick(['bytes=0-', 'bytes=9-1', 'bytes=-1', 'x', 'bytes=0-0,1-1']) }
      : {},
  };
}

export function graphqlRequest(random: Random): RawRequest {
  const valid = random.pick(QUERIES);
  const query = random.once(3) ? valid : mutated(Buffer.from(valid), random).toString();
  const variables = {
    id: random.pick(['7', 7, -1, null, {}, random.text(9)]),
    after: random.pick([null, '', random.text(20)]),
  };
  const extensions = random.pick([undefined, { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }]);
  const accept = random.pick([
    'application/json',
    'application/graphql-response+json',
    '*/*',
    'text/html;q=0.1',
    'x',
  ]);
  if (random.once(5)) {
    const parameters = new URLSearchParams({
      query: query.toWellFormed(),
      variables: random.pick([jsonText(variables), random.text(9).toWellFormed()]),
    });
    const target = random.once(4) ? hostileText(random, `${parameters}`) : `${parameters}`;
    return { method: 'GET', target: `/graphql?${target}`, headers: { accept } };
  }
  const question = { query, variables, extensions };
  const body = random.once(3) ? mutatedJson(question, random) : jsonText(question);
  return { method: 'POST', target: '/graphql', headers: { accept, ...JSON_TYPE }, body };
}

export function mcpRequest(random: Random): RawRequest {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
  const message = random.once(4)
    ? { jsonrpc: '2.0', id: 1, method: 'initialize', params }
    : mcpMessage(random);
  const surface = random.once(2) ? AGENT_SURFACE.path : random.pick(SURFACES).path;
  return {
    method: random.once(12) ? random.pick(['PUT', 'DELETE', 'GET']) : 'POST',
    target: random.once(9) ? `${surface}?${hostileText(random, 'a=b')}` : surface,
    headers: {
      accept: 'application/json, text/event-stream',
      ...JSON_TYPE,
      ...(random.once(9) && { 'mcp-session-id': random.pick(['x', 'a'.repeat(4_096), WALLET]) }),
    },
    body: random.once(3) ? jsonText(message) : mutatedJson(message, random),
  };
}
