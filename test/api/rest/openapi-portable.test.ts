import { expect, test } from 'vitest';
import { openApiDocument } from '../../../api/rest/openapi/document.ts';

interface Schema {
  readonly type?: unknown;
  readonly pattern?: unknown;
  readonly const?: unknown;
  readonly minimum?: unknown;
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

test('every integer of the description names the size that its bounds need, not one that each generator chooses', () => {
  const integers = schemasOf('integer').filter((schema) => schema.const === undefined);
  const sizeOf = ({ maximum }: Schema) => (Number(maximum ?? Infinity) < 2 ** 31 ? 'int32' : 'int64');
  expect(integers.length).toBeGreaterThan(150);
  expect(integers.filter((schema) => schema.format !== sizeOf(schema))).toEqual([]);
  const small = integers.filter(({ format }) => format === 'int32');
  expect(small.length).toBeGreaterThan(30);
  expect(small.filter(({ minimum }) => minimum === undefined)).toEqual([]);
});

test('the id of a payout request has the same size in an answer as in the path that takes it', () => {
  const { components, paths } = openApiDocument('http://127.0.0.1:8080');
  const payout = paths['/user-rewards/payouts/{payout_id}/']?.get?.parameters[0]?.schema;
  const { id } = (components.schemas.Payout?.properties ?? {}) as Record<string, Schema>;
  expect([payout, id].map((schema) => schema?.format)).toEqual(['int64', 'int64']);
  expect(id).not.toHaveProperty('x-go-type');
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
