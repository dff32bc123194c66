import { nameOf } from '../../../schemas/rest/components.ts';
import { rewardEventRow } from '../../../schemas/rest/reward-ingest.ts';
import { BASE_PATH } from '../route.ts';
import { ROUTES } from '../routes/all.ts';
import { operation, type PathItem } from './operation.ts';
import { withRewardAsset } from './reward-asset.ts';
import { componentSchemas, type JsonSchema } from './schemas.ts';
import { systemPaths } from './system-paths.ts';

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly contact: { readonly name: string };
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

const DESCRIPTION = `The mirror of the launch escrow, and what wallets earn. Every answer of the mirror is the exact state of the chain
at one slot, named in \`source.last_indexed_slot\`. When mirror and chain disagree, the chain is right.

Amounts are decimal strings in base units; slots, counts and Unix seconds are JSON integers; keys are base58. Paths
answer with and without the trailing slash. Error bodies are \`{"detail": "…", "code": "…"}\`; the code is stable. Clients
ignore members they do not know. Request bodies may have only the members described, each once.

Amounts of rewards are JSON integers, as the service specification types them, and exact at any size. Those marked
\`x-exceeds-2-53: true\` may be larger than a double holds, and sums larger than 64 bits: read them with a parser that
keeps integers, such as Python's \`json\`, or in JavaScript with the client library \`launchlens-client\`, which gives
\`bigint\`s. \`JSON.parse\` alone rounds them.`;

const BODIES = new Set([
  ...ROUTES.flatMap(({ body }) => (body === undefined ? [] : [nameOf(body)])),
  nameOf(rewardEventRow),
]);

/**
 * @param publicUrl the public URL of the API, without the base path
 * @param rewardAsset the configured symbol of the reward token
 */
export function openApiDocument(publicUrl: string, rewardAsset = 'REWARD'): OpenApiDocument {
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'Launchlens',
      version: '1.0.0',
      description: DESCRIPTION,
      contact: { name: 'The operator of this API' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: `${publicUrl}${BASE_PATH}` }],
    tags: [
      {
        name: 'Launch mirror',
        description: 'Launches, settlements and pledges, exactly as they are on chain.',
      },
      { name: 'Programs', description: 'Accounts of any program whose IDL is known, decoded.' },
      { name: 'Sign-in', description: 'Bearer tokens for owners of wallets.' },
      { name: 'Pairing', description: 'How an agent gets a credential for a wallet.' },
      { name: 'Agent tools', description: 'The tools of agents, for clients that do not speak MCP.' },
      { name: 'Keys', description: 'API keys and pairing tokens of a wallet, for its owner.' },
      {
        name: 'Guardrails',
        description:
          'What agents may do with a wallet, for its owner: stops, limits, requests to sign, and the audit log.',
      },
      { name: 'Strategies', description: 'What strategies of a wallet did, for its owner.' },
      { name: 'Webhooks', description: 'Where events of a wallet are posted, for its owner.' },
      { name: 'Intents', description: 'What agents proposed, for the owner of the wallet that signs.' },
      { name: 'Rewards', description: 'The rewards of a wallet, for its owner.' },
      { name: 'Exports', description: 'Complete listings as files, each at one slot.' },
      { name: 'SQL', description: 'Questions of your own, each answered at one slot.' },
      { name: 'Operations', description: 'For operators of the API.' },
    ],
    paths: {
      ...restPaths(),
      ...(systemPaths(publicUrl) as Record<string, PathItem>),
    },
    components: { schemas: componentSchemas(BODIES), headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
  return withRewardAsset(document, rewardAsset);
}

function restPaths(): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const route of ROUTES) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return paths;
}

const HEADERS = {
  ETag: {
    description: 'Weak; names slot, revision and question. Send it back as `If-None-Match`.',
    schema: { type: 'string', examples: ['W/"1042-17-p4nB0lq2XvT7sKdE"'] },
  },
  'X-Last-Indexed-Slot': {
    description: 'The slot of the answer.',
    schema: { type: 'integer', format: 'int64', examples: [1042] },
  },
  'X-Request-Id': {
    description: 'Names this request in the log. Quote it when you ask the operator.',
    schema: { type: 'string', examples: ['1f0c1f43-9e0b-4a52-8a53-0c3f6a6f3a11'] },
  },
  'Launchlens-Digest': {
    description:
      'Identifies the rows, whatever the format and the order: the SHA-256 of every row’s CSV line (without its end), added up as big-endian integers modulo 2^256.',
    schema: {
      type: 'string',
      examples: ['sha256-sum=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    },
  },
  'Launchlens-Rows': {
    description: 'Rows of the file.',
    schema: { type: 'integer', format: 'int64', examples: [3] },
  },
  'Launchlens-Undecodable': {
    description: 'Accounts of the type whose bytes do not decode, which the file leaves out.',
    schema: { type: 'integer', format: 'int64', examples: [0] },
  },
  'Retry-After': {
    description: 'Seconds to wait.',
    schema: { type: 'integer', format: 'int64', examples: [1] },
  },
};

const SECURITY_SCHEMES = {
  rewardsBearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The token from `/auth/sign-in/`, or from the issuer that the operator has configured.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The value of `OPERATOR_TOKEN`.',
  },
  serviceAgentToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A pairing token or API key of an agent, for its tools. The launch mirror needs none.',
  },
  x402Payment: {
    type: 'apiKey',
    in: 'header',
    name: 'X-PAYMENT',
    description: 'Reserved: no payment is taken, and the header is not read.',
  },
};
