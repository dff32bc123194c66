import { expect, test } from 'vitest';
import { openApiDocument } from '../../../api/rest/openapi/document.ts';

interface Schema {
  readonly type?: unknown;
  readonly pattern?: unknown;
  readonly const?: unknown;
  readonly maximum?: unknown;
  readonly format?: unknown;
  readonly uniqueItems?: unknown;
  readonly items?: Schema;
}

function* schemasIn(value: unknown): Generator<Schema> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) yield value;
  for (const member of Object.values(value)) yield* schemasIn(member);
}

const SCHEMAS = [...schemasIn(openApiDocument('http://127.0.0.1:8080'))];
const schemasOf = (type: string) => SCHEMAS.filter((schema) => schema.type === type);

test('no pattern of the description needs Unicode classes, which few other languages read', () => {
  const patterns = SCHEMAS.map(({ pattern }) => pattern).filter((pattern) => typeof pattern === 'string');
  expect(patterns.length).toBeGreaterThan(100);
  expect(patterns.filter((pattern) => /\\[pP]\{/.test(pattern))).toEqual([]);
});

test('a slot or time of the description is an integer of 64 bits, not the 32 that generators would take', () => {
  const large = schemasOf('integer').filter(
    (schema) => Number(schema.const ?? schema.maximum ?? Infinity) >= 2 ** 31,
  );
  expect(large.length).toBeGreaterThan(50);
  expect(large.filter(({ format }) => format !== 'int64')).toEqual([]);
});

test('a fixed whole number of the description is no fraction', () => {
  expect(schemasOf('number').filter((schema) => Number.isInteger(schema.const))).toEqual([]);
});

test('a list whose items differ names what they are one of, or clients that are generated in Java do not compile', () => {
  const sets = schemasOf('array').filter(({ uniqueItems }) => uniqueItems === true);
  expect(sets.length).toBeGreaterThan(5);
  expect(sets.filter(({ items }) => items !== undefined && 'enum' in items)).toEqual([]);
});

test('a fixed number has no format, or clients that are generated with another type of 64 bits do not compile', () => {
  const fixed = schemasOf('integer').filter((schema) => schema.const !== undefined);
  expect(fixed.length).toBeGreaterThan(1);
  expect(fixed.filter(({ format }) => format !== undefined)).toEqual([]);
});
