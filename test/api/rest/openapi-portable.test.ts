import { expect, test } from 'vitest';
import { openApiDocument } from '../../../api/rest/openapi/document.ts';

interface Schema {
  readonly type?: unknown;
  readonly pattern?: unknown;
  readonly const?: unknown;
  readonly maximum?: unknown;
  readonly format?: unknown;
}

function* schemasIn(value: unknown): Generator<Schema> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) yield value;
  for (const member of Object.values(value)) yield* schemasIn(member);
}

const SCHEMAS = [...schemasIn(openApiDocument('http://127.0.0.1:8080'))];
const numbersOf = (type: string) => SCHEMAS.filter((schema) => schema.type === type);

test('no pattern of the description needs Unicode classes, which few other languages read', () => {
  const patterns = SCHEMAS.map(({ pattern }) => pattern).filter((pattern) => typeof pattern === 'string');
  expect(patterns.length).toBeGreaterThan(100);
  expect(patterns.filter((pattern) => /\\[pP]\{/.test(pattern))).toEqual([]);
});

test('a slot or time of the description is an integer of 64 bits, not the 32 that generators would take', () => {
  const large = numbersOf('integer').filter(({ maximum = Infinity }) => Number(maximum) >= 2 ** 31);
  expect(large.length).toBeGreaterThan(50);
  expect(large.filter(({ format }) => format !== 'int64')).toEqual([]);
});

test('a fixed whole number of the description is no fraction', () => {
  expect(numbersOf('number').filter((schema) => Number.isInteger(schema.const))).toEqual([]);
});
