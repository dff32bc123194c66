import { gunzipSync } from 'node:zlib';
import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { knowAllowedMethods } from '../../../api/access/methods.ts';
import { serveDescription } from '../../../api/rest/description-routes.ts';
import { openApiDocument } from '../../../api/rest/openapi/document.ts';
import { codeOfSentence } from '../../../api/rest/openapi/error-sentences.ts';
import { METHODS, type OperationObject, type ResponseObject } from '../../../api/rest/openapi/operation.ts';
import { ROUTES } from '../../../api/rest/routes/all.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { components } from '../../../schemas/rest/components.ts';

const document = openApiDocument('https://api.example');
const text = JSON.stringify(document);

const SIGNED_IN =
  /^\/(user-rewards|referrals|creators|keys|tokens|credentials|intents|strategies|liquidation-alerts|webhooks|credential-events|wallet-control|owner-requests|waiting|call-decisions|agent-wallet|auth\/sign-out)\//;

function shapeOf(name: string): z.ZodType {
  return z.custom<z.ZodType>((shape) => shape instanceof z.ZodType).parse(components._idmap.get(name));
}

const operationOf = (path: string, method: 'GET' | 'POST' | 'PUT'): OperationObject => {
  const item = document.paths[path];
  const operation = { GET: item?.get, POST: item?.post, PUT: item?.put }[method];
  if (!operation) throw new TypeError(`${method} ${path} is not described`);
  return operation;
};
const exampleIn = (described: Pick<ResponseObject, 'content'> | undefined) =>
  described?.content?.['application/json']?.example;

type Schema = Readonly<Record<string, unknown>>;

/** The schema of one place in an answer, through references, lists and alternatives. */
function schemaAt(schema: Schema | undefined, pointer: readonly string[]): Schema | undefined {
  if (!schema) return undefined;
  if (typeof schema.$ref === 'string') {
    return schemaAt(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''], pointer);
  }
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return choices.map((choice) => schemaAt(choice, pointer)).find((found) => found);
  const [name, ...rest] = pointer;
  if (name === undefined) return schema.type === 'null' ? undefined : schema;
  const { properties = {}, items } = schema as { properties?: Record<string, Schema>; items?: Schema };
  return schemaAt(/^\d+$/.test(name) ? items : properties[name], rest);
}

/** Names of the schemas of request bodies. */
const BODIES = new Set(
  Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}))
    .map(({ schema }) => schema.$ref ?? (schema.items as Schema | undefined)?.$ref)
    .flatMap((reference) => (typeof reference === 'string' ? [reference.split('/').at(-1)] : [])),
);

describe('the OpenAPI document', () => {
  test('describes every route with its parameters and every status', () => {
    for (const { path, method, handle, errors, ...route } of ROUTES) {
      const { parameters, responses } = operationOf(path, method);
      const named = parameters.map(({ name }) => name);
      const declared = [route.pathParameters, route.queryParameters, route.headerParameters];
      expect(named).toEqual(declared.flatMap((parameters = {}) => Object.keys(parameters)));
      const unchanged = 'read' in handle || 'file' in handle ? ['304'] : [];
      const everywhere = ['200', '401', '405', '414', '429', '500', '503'];
      const body = method === 'GET' ? [] : ['413', '415'];
      const statuses = new Set([...everywhere, ...body, ...unchanged, ...Object.keys(errors)]);
      expect(Object.keys(responses)).toEqual([...statuses].sort());
    }
  });

  test('links answers to the operations that take an id of theirs, each to a value that the answer has', () => {
    const linked = new Set<string>();
    for (const { path, method, operationId } of ROUTES) {
      const { responses } = operationOf(path, method);
      for (const { links = {}, ...response } of Object.values(responses)) {
        for (const [name, link] of Object.entries(links)) {
          const target = ROUTES.find((route) => route.operationId === link.operationId);
          if (!target) throw new TypeError(`${operationId} links to ${name}, which does not exist`);
          const taken = operationOf(target.path, target.method).parameters.map((parameter) => parameter.name);
          for (const [parameter, expression] of Object.entries(link.parameters)) {
            expect(taken).toContain(parameter);
            if (expression.startsWith('$request.')) continue;
            const pointer = expression.replace('$response.body#/', '').split('/');
            const { type } = schemaAt(response.content?.['application/json']?.schema, pointer) ?? {};
            expect([operationId, expression, type]).toEqual([
              operationId,
              expression,
              expect.stringMatching(/^(string|integer)$/),
            ]);
          }
          linked.add(name);
        }
      }
    }
    // Instructions and events are named by the IDL alone.
    const reached = ROUTES.filter(({ path }) =>
      /^(?!.*\{(?:instruction|event)\}).*\{(?!wallet|pubkey|name)\w+\}/.test(path),
    );
    expect(reached.map((route) => route.operationId).filter((id) => !linked.has(id))).toEqual([]);
  });

  test('says which parameters of a query are required', () => {
    const required = ROUTES.flatMap(({ path, method }) =>
      operationOf(path, method).parameters.filter(
        (parameter) => parameter.in === 'query' && parameter.required,
      ),
    );
    expect(required.map(({ name }) => name)).toEqual(['query', 'mints', 'user_code']);
  });

  test('asks for the bearer token of a rewards account where rewards are read, and nowhere else', () => {
    for (const [path, { get, post, put }] of Object.entries(document.paths)) {
      if (path.startsWith('/operator/')) continue;
      const expected = SIGNED_IN.test(path)
        ? [{ rewardsBearer: [] }]
        : path.startsWith('/agent/tools/')
          ? [{ serviceAgentToken: [] }]
          : [];
      for (const operation of [get, post, put]) {
        if (operation) expect([path, operation.security]).toEqual([path, expected]);
      }
    }
    expect(document.components.securitySchemes).toMatchObject({
      rewardsBearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    });
  });

  test('says of every path, and in one sentence of its own where nobody signs in, that a credential in its URL is refused', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const operation of [item.get, item.post, item.put]) {
        if (operation)
          expect([path, Object.keys(operation.responses)]).toEqual([path, expect.arrayContaining(['401'])]);
      }
    }
    const mirror = document.paths['/ilo/status/']?.get?.responses[401];
    expect(mirror?.description).toMatch(/^The URL contains a credential/);
    expect(JSON.stringify(mirror)).toContain(new LaunchlensError('CREDENTIAL_IN_URL', {}).message);
    expect(document.paths['/user-rewards/summary/']?.get?.responses[401]?.description).toMatch(
      /^Not signed in/,
    );
  });

  test('shows examples of questions and answers that their own shapes accept', () => {
    for (const { path, method, answer, body, errorAnswers = {} } of ROUTES) {
      const { requestBody, responses } = operationOf(path, method);
      if (answer) expect(() => shapeOf(answer).parse(exampleIn(responses[200]))).not.toThrow();
      if (body) expect(() => body.parse(exampleIn(requestBody))).not.toThrow();
      for (const [status, name] of Object.entries(errorAnswers)) {
        expect(() => shapeOf(name).parse(exampleIn(responses[Number(status)]))).not.toThrow();
      }
    }
  });

  test('shows no error that the API does not send: each message is that of a code with this status', () => {
    const foreign = Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => Object.entries(item[method]?.responses ?? {})).flatMap(
        ([status, response]) => {
          const { detail, code } = (exampleIn(response) ?? {}) as { detail?: string; code?: string };
          if (Number(status) < 400 || detail === undefined || path === '/ready') return [];
          const expected = codeOfSentence(Number(status), detail);
          const known = expected !== undefined && [expected.toLowerCase(), undefined].includes(code);
          return known ? [] : [`${path} ${status} ${code}: ${detail}`];
        },
      ),
    );
    expect(foreign).toEqual([]);
    expect(codeOfSentence(403, 'Only you may do this.')).toBeUndefined();
  });

  test('has the configured symbol as a constant, also in examples, and 6 decimals', () => {
    const gold = openApiDocument('https://api.example', 'GOLD');
    const fields = gold.components.schemas.RewardsSummary?.properties as Record<string, object>;
    expect(fields.reward_asset).toMatchObject({ type: 'string', const: 'GOLD' });
    expect(fields.decimals).toMatchObject({ type: 'integer', const: 6 });
    const [shown, refused] = [200, 409].map((status) =>
      exampleIn(
        gold.paths[status === 200 ? '/user-rewards/summary/' : '/referrals/claim/']?.[
          status === 200 ? 'get' : 'post'
        ]?.responses[status],
      ),
    );
    expect([shown, refused]).toMatchObject([
      { reward_asset: 'GOLD' },
      { reward_asset: 'GOLD', detail: expect.stringMatching(/^GOLD is not minted/) },
    ]);
    expect(JSON.stringify(gold)).not.toContain('"REWARD"');
  });

  test('marks the integers that a double may round, and gives each path its own limit', () => {
    const bucket = document.components.schemas.RewardBucket?.properties as Record<string, object>;
    expect(bucket.amount_base_units).toMatchObject({ type: 'integer', 'x-exceeds-2-53': true });
    const types = { 'x-go-type': 'big.Int', 'x-go-type-import': { path: 'math/big' } };
    expect(bucket.amount_base_units).toMatchObject(types);
    expect(document.info.description).toContain('x-exceeds-2-53');
    const limit = (path: string) => document.paths[path]?.post?.responses[429]?.description;
    expect(limit('/auth/sign-in/')).toMatch(/^More than 200 requests to this path in 10 seconds/);
    expect(limit('/referrals/claim/')).toMatch(/^More than 6,000 requests in 10 seconds/);
  });

  test('asks for the token of the operator where events are appended to the ledger', () => {
    const { post } = document.paths['/operator/reward-events/'] ?? {};
    expect(post?.security).toEqual([{ operatorToken: [] }]);
    expect(Object.keys(post?.requestBody?.content ?? {})).toEqual([
      'application/json',
      'application/x-ndjson',
      'text/csv',
    ]);
    expect(Object.keys(document.components.securitySchemes)).toContain('operatorToken');
  });

  test('names the security schemes of the specification', () => {
    expect(operationOf('/agent/tools/{name}/', 'POST').security).toEqual([{ serviceAgentToken: [] }]);
    expect(document.components.securitySchemes).toMatchObject({
      serviceAgentToken: { type: 'http', scheme: 'bearer' },
      x402Payment: { type: 'apiKey', in: 'header', name: 'X-PAYMENT' },
    });
  });

  test('has the base address and the version of the specification', () => {
    expect(document.servers).toEqual([{ url: 'https://api.example/api/v1' }]);
    expect(document.info.version).toBe('1.0.0');
  });

  test('requires what the specification requires of claims, payout requests and refusals before the mint', () => {
    const required = (name: string) => document.components.schemas[name]?.required;
    expect(required('ClaimRequest')).toEqual(['wallet_address']);
    expect(required('PayoutRequest')).toEqual([]);
    expect(required('PreMintRefusal')).toEqual(['detail', 'pre_mint', 'reward_asset']);
  });

  test('refers only to components that it has', () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([\w-]+)"/g)];
    expect(references.length).toBeGreaterThan(20);
    for (const [, kind = '', name = ''] of references) {
      const group = document.components[kind as keyof typeof document.components];
      expect(Object.keys(group)).toContain(name);
    }
    expect(text.match(/"\$ref"/g)?.length).toBe(references.length);
  });

  test('types amounts as strings and slots and times as integers', () => {
    const launch = document.components.schemas.Launch?.properties as Record<string, { type: string }>;
    expect(launch.total_pledged?.type).toBe('string');
    expect(launch.launch_id?.type).toBe('string');
    expect(launch.start_ts?.type).toBe('integer');
    expect(launch.updated_slot?.type).toBe('integer');
  });

  test('documents limit as 1 to 200 with 50 as default', () => {
    const limit = document.paths['/ilo/launches/']?.get?.parameters.find(({ name }) => name === 'limit');
    expect(limit?.schema).toEqual({
      type: 'integer',
      format: 'int32',
      minimum: 1,
      maximum: 200,
      default: 50,
    });
  });

  test('leaves out what only the implementation knows', () => {
    expect(text).not.toContain('"$schema"');
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      if (!BODIES.has(name)) expect(JSON.stringify(schema), name).not.toContain('9007199254740991');
    }
  });

  test('closes bodies of requests, and leaves answers open to more members', () => {
    expect(BODIES.size).toBeGreaterThan(20);
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      const isClosed = JSON.stringify(schema).includes('"additionalProperties":false');
      // The arguments of a tool are described by the tool.
      expect([name, isClosed]).toEqual([name, BODIES.has(name) && name !== 'ToolArguments']);
    }
  });

  test('says of lists in requests that an item may be there once, and how great a slot may be', () => {
    const { KeyRequest, WebhookRequest } = document.components.schemas;
    expect([KeyRequest, WebhookRequest]).toMatchObject([
      { properties: { scopes: { uniqueItems: true } } },
      { properties: { events: { uniqueItems: true } } },
    ]);
    const slot = document.paths['/ilo/status/']?.get?.parameters.find(({ name }) => name === 'as_of_slot');
    expect(slot?.schema).toMatchObject({ maximum: Number.MAX_SAFE_INTEGER, format: 'int64' });
  });
});

test('the OpenAPI document goes compressed to those who take it compressed', async () => {
  const app = fastify();
  knowAllowedMethods(app);
  serveDescription(app, 'https://api.example');
  const plain = await app.inject('/openapi.json');
  expect([plain.headers['content-encoding'], plain.json()]).toEqual([undefined, document]);
  const packed = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip, br' } });
  expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['gzip', 'Accept-Encoding']);
  expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(document);
});
