import { describedOperations, type Operation, randomRequest } from '../support/http/operations.ts';
import { fileRequest, graphqlRequest, mcpRequest } from '../support/http/other-requests.ts';
import { ask, type RawRequest } from '../support/http/raw-request.ts';
import { startWholeApi, type WholeApi } from '../support/http/whole-api.ts';
import type { Random } from '../support/random.ts';
import { Finding, type FuzzRun, type FuzzTarget, hold, type Verdict } from '../support/target.ts';

/** Requests as bytes to the API as a program: the protocol's own refusals, never a failure of the server. */
export const requests: FuzzTarget = {
  name: 'requests',
  feeds: 'requests to every operation of /openapi.json, to files and pages, GraphQL and MCP',
  share: 0.01,
  good: 'rest 200',
  engine: true,
  start: async () => {
    const api = await startWholeApi();
    return { ...(await requestsTo(api)), stop: api.stop };
  },
};

/** Random requests to a running API. */
export async function requestsTo(api: WholeApi): Promise<Pick<FuzzRun, 'feed'>> {
  const operations = await describedOperations(api.url);
  return {
    feed: async (random) => {
      const { kind, request, mayBeUnavailable } = drawn(operations, random);
      return `${kind} ${await answeredByNoFault(api, as(random, api, request), mayBeUnavailable)}`;
    },
  };
}

/** Holds an answer to the promise: no fault of the server, in its status or in its log. Gives the status. */
export async function answeredByNoFault(
  api: Pick<WholeApi, 'port' | 'errors'>,
  request: RawRequest,
  mayBeUnavailable = false,
): Promise<Verdict> {
  const { status, text } = await ask(api.port, request).catch((cause: Error) => {
    throw new Finding(`no answer to ${JSON.stringify(short(request))}: ${cause.message}`, { cause });
  });
  const logged = api.errors();
  const details = () => short({ request, answer: text, logged });
  const unavailable = status === 503 && mayBeUnavailable;
  hold(status < 500 || unavailable, `status ${status}`, details);
  hold(logged.length === 0 || unavailable, 'nothing is logged as an error', details);
  return `${status}`;
}

/** Runs of one character say as much when they are cut. */
function short(value: unknown): string {
  return JSON.stringify(value)
    .replace(/(.)\1{40,}/g, (run, one) => `${one}…(${run.length} times)`)
    .slice(0, 3_000);
}

interface Drawn {
  readonly kind: string;
  readonly request: RawRequest;
  readonly mayBeUnavailable: boolean;
}

function drawn(operations: readonly Operation[], random: Random): Drawn {
  if (random.once(2)) {
    const operation = random.pick(operations);
    const { mayBeUnavailable } = operation;
    return { kind: 'rest', request: randomRequest(operation, random), mayBeUnavailable };
  }
  const [kind, make] = random.pick([
    ['file', fileRequest],
    ['graphql', graphqlRequest],
    ['mcp', mcpRequest],
  ] as const);
  return { kind, request: make(random), mayBeUnavailable: false };
}

/** From an address of its own, as somebody or as nobody. */
export function as(random: Random, { authorizations }: WholeApi, request: RawRequest): RawRequest {
  // A session that was ended is nobody's for the rest of the run.
  const endsSession = request.target.includes('sign-out');
  const known =
    random.once(4) || endsSession ? random.pick(['Bearer x', 'Basic eDp5', 'x', 'Bearer ']) : undefined;
  const headers = {
    ...request.headers,
    'x-forwarded-for': `10.${[...random.bytes(3)].join('.')}`,
    ...(!random.once(4) && { authorization: known ?? random.pick(authorizations) }),
    ...(random.once(12) && {
      'if-none-match': random.pick(['*', 'W/"1"', '""', '"x", "y"', 'a'.repeat(9_000)]),
    }),
  };
  return { ...request, headers };
}
