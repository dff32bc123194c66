import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { docsPage } from '../../../api/rest/docs-page/page.ts';
import { openApiDocument } from '../../../api/rest/openapi/document.ts';
import { ACCOUNT_ROUTES, MIRROR_ROUTES } from '../../../api/rest/routes/all.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import * as answers from '../../../schemas/rest/answers.ts';
import { components } from '../../../schemas/rest/components.ts';
import * as examples from '../../../schemas/rest/examples.ts';
import { flowListAnswer } from '../../../schemas/rest/flows.ts';
import { pledgeDistributionAnswer } from '../../../schemas/rest/pledge-distribution.ts';
import { walletPositionsAnswer } from '../../../schemas/rest/positions.ts';
import { auditListAnswer, coverageAnswer, verificationAnswer } from '../../../schemas/rest/proof.ts';
import { raiseCurveAnswer } from '../../../schemas/rest/raise-curve.ts';
import * as records from '../../../schemas/rest/record-examples.ts';
import { rewardsHistoryExample, rewardsSummaryExample } from '../../../schemas/rest/reward-examples.ts';
import { rewardsHistoryAnswer, rewardsSummaryAnswer } from '../../../schemas/rest/rewards.ts';

const document = openApiDocument('https://api.example');
const text = JSON.stringify(document);

const SIGNED_IN =
  /^\/(user-rewards|referrals|creators|keys|tokens|intents|webhooks|credential-events|wallet-control|owner-requests|call-decisions|agent-wallet|auth\/sign-out)\//;

function shapeOf(name: string): z.ZodType {
  return z.custom<z.ZodType>((shape) => shape instanceof z.ZodType).parse(components._idmap.get(name));
}

describe('the OpenAPI document', () => {
  test('describes every route with its parameters and every status', () => {
    for (const route of MIRROR_ROUTES) {
      const operation = document.paths[route.path]?.get;
      const named = operation?.parameters.map(({ name }) => name);
      expect(named).toEqual([...Object.keys(route.pathParameters), ...Object.keys(route.queryParameters)]);
      const statuses = ['200', '304', '401', '405', '414', '429', '500', '503', ...route.errors.map(String)];
      expect(Object.keys(operation?.responses ?? {})).toEqual([...statuses].sort());
    }
  });

  test('asks for the bearer token of a rewards account where rewards are read, and nowhere else', () => {
    for (const [path, { get, post, put }] of Object.entries(document.paths)) {
      if (path.startsWith('/operator/')) continue;
      const expected = SIGNED_IN.test(path) ? [{ rewardsBearer: [] }] : [];
      for (const operation of [get, post, put]) {
        if (operation) expect([path, operation.security]).toEqual([path, expected]);
      }
    }
    expect(document.components.securitySchemes).toMatchObject({
      rewardsBearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    });
  });

  test('describes every question of an owner with its body, its statuses and whether it needs a token', () => {
    for (const route of ACCOUNT_ROUTES) {
      const item = document.paths[route.path];
      const operation = { GET: item?.get, POST: item?.post, PUT: item?.put }[route.method];
      const named = operation?.parameters.map(({ name }) => name);
      const { pathParameters = {}, queryParameters, headerParameters } = route;
      const declared = [pathParameters, queryParameters, headerParameters].flatMap((all) => Object.keys(all));
      expect(named).toEqual(declared);
      expect(operation?.requestBody !== undefined).toBe(route.body !== undefined);
      expect(operation?.security.length).toBe('signedIn' in route.handle ? 1 : 0);
      for (const status of ['200', '429', '500', '503', ...Object.keys(route.errors)]) {
        expect(Object.keys(operation?.responses ?? {})).toContain(status);
      }
    }
  });

  test('says of every path, and in one sentence of its own where nobody signs in, that a credential in its URL is refused', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const operation of [item.get, item.post, item.put]) {
        if (operation)
          expect([path, Object.keys(operation.responses)]).toEqual([path, expect.arrayContaining(['401'])]);
      }
    }
    const mirror = document.paths['/ilo/status/']?.get?.responses[401];
    expect(mirror?.description).toMatch(/^A credential stands in the URL/);
    expect(JSON.stringify(mirror)).toContain(new LaunchlensError('CREDENTIAL_IN_URL', {}).message);
    expect(document.paths['/user-rewards/summary/']?.get?.responses[401]?.description).toMatch(
      /^Not signed in/,
    );
  });

  test('shows examples of owners’ questions and answers that their own shapes accept', () => {
    for (const { answer, example, body } of ACCOUNT_ROUTES) {
      expect(() => shapeOf(answer).parse(example)).not.toThrow();
      if (body) expect(() => shapeOf(body.component).parse(body.example)).not.toThrow();
    }
  });

  test('asks for the token of the operator where events are appended to the ledger', () => {
    const { post } = document.paths['/operator/reward-events/'] ?? {};
    expect(post?.security).toEqual([{ operatorToken: [] }]);
    expect(Object.keys(post?.requestBody?.content ?? {})).toEqual(['application/x-ndjson', 'text/csv']);
    expect(Object.keys(document.components.securitySchemes)).toContain('operatorToken');
  });

  test('names the security schemes of the specification', () => {
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
    expect(limit?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 200, default: 50 });
  });

  test('shows examples that its own shapes accept', () => {
    expect(() => answers.launchStatusAnswer.parse(examples.statusExample)).not.toThrow();
    expect(() => answers.launchListAnswer.parse(examples.listExample)).not.toThrow();
    expect(() => answers.launchDetailAnswer.parse(examples.detailExample)).not.toThrow();
    expect(() => answers.pledgeListAnswer.parse(examples.pledgesExample)).not.toThrow();
    expect(() => raiseCurveAnswer.parse(records.curveExample)).not.toThrow();
    expect(() => pledgeDistributionAnswer.parse(records.distributionExample)).not.toThrow();
    expect(() => walletPositionsAnswer.parse(records.positionsExample)).not.toThrow();
    expect(() => flowListAnswer.parse(records.flowsExample)).not.toThrow();
    expect(() => coverageAnswer.parse(records.coverageExample)).not.toThrow();
    expect(() => auditListAnswer.parse(records.auditsExample)).not.toThrow();
    expect(() => verificationAnswer.parse(records.verificationExample)).not.toThrow();
    expect(() => rewardsSummaryAnswer.parse(rewardsSummaryExample)).not.toThrow();
    expect(() => rewardsHistoryAnswer.parse(rewardsHistoryExample)).not.toThrow();
  });

  test('leaves out what only the implementation knows', () => {
    expect(text).not.toContain('9007199254740991');
    expect(text).not.toContain('"$schema"');
    expect(text).not.toContain('"additionalProperties":false');
  });
});

describe('the reference page', () => {
  const page = docsPage(document);

  test('shows every operation and every shape', () => {
    for (const { get, post } of Object.values(document.paths)) {
      for (const operation of [get, post]) {
        if (operation) expect(page.html).toContain(`id="${operation.operationId}"`);
      }
    }
    for (const name of Object.keys(document.components.schemas)) {
      expect(page.html).toContain(`id="schema-${name}"`);
    }
  });

  test('loads nothing from anywhere, and runs no script', () => {
    expect(page.html).not.toMatch(/<(script|link|img|iframe)\b|@import|url\(/);
    expect(page.contentSecurityPolicy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /);
  });

  test('has no link that leads nowhere', () => {
    const ids = new Set([...page.html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, target] of page.html.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target);
  });

  test('escapes what it shows', () => {
    const hostile = openApiDocument('https://x/"><script>alert(1)</script>');
    expect(docsPage(hostile).html).not.toContain('<script>');
  });
});
