import { z } from 'zod';
import { mutatedJson } from '../mutate-json.ts';
import type { Random } from '../random.ts';
import { HOSTILE, hostileText } from './hostile-text.ts';
import type { RawRequest } from './raw-request.ts';

const UUID = '00000000-0000-4000-8000-000000000000';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];
const SERVICE_UNAVAILABLE = '503';

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  schema: z.looseObject({
    pattern: z.string().optional(),
    examples: z.array(z.unknown()).optional(),
    enum: z.array(z.string()).optional(),
  }),
});
const operation = z.object({
  parameters: z.array(parameter).default([]),
  requestBody: z
    .object({ content: z.record(z.string(), z.object({ example: z.unknown().optional() })) })
    .optional(),
  responses: z.record(z.string(), z.unknown()),
});
const document = z.object({
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(
    z.string(),
    z.looseObject({
      servers: z.array(z.object({ url: z.string() })).optional(),
      ...{ get: operation.optional(), post: operation.optional(), put: operation.optional() },
    }),
  ),
});

type Parameter = z.infer<typeof parameter>;

/** What `/openapi.json` says of one method of one path. */
export interface Operation {
  readonly method: string;
  /** The whole path, its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly type: string; readonly example: unknown } | undefined;
  /** Whether it says that it answers 503. */
  readonly mayBeUnavailable: boolean;
}

/** Every operation that a running API describes. */
export async function describedOperations(url: string): Promise<readonly Operation[]> {
  const { servers, paths } = document.parse(await (await fetch(`${url}/openapi.json`)).json());
  return Object.entries(paths).flatMap(([path, item]) => {
    const base = new URL((item.servers ?? servers)[0]?.url ?? '', url).pathname.replace(/\/$/, '');
    return (['get', 'post', 'put'] as const).flatMap((method) => {
      const described = item[method];
      if (described === undefined) return [];
      const [type, content] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
      return {
        method: method.toUpperCase(),
        path: `${base}${path}`,
        parameters: described.parameters,
        body: type === undefined ? undefined : { type, example: content?.example },
        mayBeUnavailable: SERVICE_UNAVAILABLE in described.responses,
      };
    });
  });
}

export type Values = readonly (readonly [parameter: Parameter, value: string])[];

/** The operation asked with these values, in this order; what is left out of the path stays as it is described. */
export function requestOf({ method, path, body }: Operation, values: Values): RawRequest {
  const place = (wanted: Parameter['in']) => values.filter(([one]) => one.in === wanted);
  const filled = place('path').reduce(
    (text, [{ name }, value]) => text.replace(`{${name}}`, () => value),
    path,
  );
  const query = place('query').map(([{ name }, value]) => `${name}=${value}`);
  return {
    method,
    target: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
    headers: {
      ...Object.fromEntries(place('header').map(([{ name }, value]) => [name, value])),
      ...(body && { 'content-type': body.type }),
    },
    body: body && (typeof body.example === 'string' ? body.example : JSON.stringify(body.example)),
  };
}

/** A value that the parameter takes. */
export function validValue({ name, schema }: Parameter): string {
  if (name === 'min_slot') return '3';
  const [example] = schema.examples ?? schema.enum ?? [];
  if (example !== undefined) return String(example);
  return schema.pattern?.includes('{36}') ? UUID : '7';
}

/** Of every so many hostile texts a parameter is given one, the next parameter the one after. */
const STRIDE = 10;

/** Hostile texts in every parameter of every operation, one at a time, and over all of them every text. */
export function* hostileRequests(
  operations: readonly Operation[],
): Generator<{ readonly operation: Operation; readonly request: RawRequest }> {
  let turn = 0;
  for (const operation of operations) {
    for (const target of operation.parameters) {
      turn += 1;
      const texts = HOSTILE.filter((text, at) => (at + turn) % STRIDE === 0 && mayHold(target, text));
      for (const text of texts) {
        const values = operation.parameters
          .filter((one) => one.in === 'path' || one === target)
          .map((one) => [one, one === target ? text : validValue(one)] as const);
        yield { operation, request: requestOf(operation, values) };
      }
    }
  }
}

/** The operation with some of it wrong: values, their order and number, names, the method, the body and its type. */
export function randomRequest(described: Operation, random: Random): RawRequest {
  const { body, parameters } = described;
  const drawn = parameters.flatMap((one): Values => {
    if (one.in !== 'path' && random.once(2)) return [];
    const value = random.once(3) ? hostileText(random, validValue(one)) : validValue(one);
    const taken = mayHold(one, value) ? value : validValue(one);
    return random.once(10)
      ? [
          [one, taken],
          [one, validValue(one)],
        ]
      : [[one, taken]];
  });
  const shuffled = drawn.toSorted(() => random.below(3) - 1);
  const request = requestOf(described, shuffled);
  const extra = random.once(8)
    ? `${request.target.includes('?') ? '&' : '?'}${hostileText(random, 'limit=1')}`
    : '';
  return {
    method: random.once(10) ? random.pick(METHODS) : request.method,
    target: `${request.target}${extra}`,
    headers: { ...request.headers, ...(random.once(12) && { 'content-type': random.pick(TYPES) }) },
    body: body && (random.once(3) ? request.body : damagedBody(body.example, random)),
  };
}

const TYPES = [
  'application/json',
  'text/plain',
  'application/json; charset=utf-16',
  'x',
  '',
  'multipart/form-data',
];

function damagedBody(example: unknown, random: Random): string | Buffer {
  if (random.once(6)) return random.bytes(random.below(2_000));
  if (random.once(6))
    return JSON.stringify({
      [random.pick(['label', 'wallet_address', 'x'])]: 'A'.repeat(random.below(16_384)),
    });
  return mutatedJson(example ?? {}, random);
}

/** A slot that the index has not reached makes a request wait for it. */
function mayHold({ name }: Parameter, text: string): boolean {
  return name !== 'min_slot' || !/^\d{2,20}$/.test(text);
}
