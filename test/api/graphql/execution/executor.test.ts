import fc from 'fast-check';
import { type DocumentNode, type ExecutionResult, execute, parse, validate } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { describe, expect, test } from 'vitest';
import { createExecutor } from '../../../../api/graphql/execution/executor.ts';

interface Node {
  readonly id: number;
}

/**
 * A schema with everything that resolvers of ours do: give, promise, be null, throw, sooner or later. As in ours, what
 * is looked up may be null, and of the items of one list at most one fails as a whole: graphql-js leaves a rejection
 * unhandled where a list fails at once and a promise of another item fails it again.
 */
const schema = createSchema({
  typeDefs: `
    enum Kind { good bad }
    type Query { node(id: Int! = 1, kind: Kind): Node nodes(first: Int! = 3): [Node!]! broken: Node! }
    type Node { id: Int! name: String kind: Kind! self: Node later: Node nodes(first: Int! = 2): [Node!] fails: Int failsLater: Int missing: Int! }
  `,
  resolvers: {
    Query: {
      node: (_root: unknown, { id }: { id: number }) => ({ id }),
      nodes: (_root: unknown, { first }: { first: number }) => nodes(first),
      broken: () => {
        throw new Error('broken');
      },
    },
    Node: {
      name: async ({ id }: Node) => (id % 2 === 0 ? null : `node ${id}`),
      kind: ({ id }: Node) => (id === 3 ? 'unknown' : 'good'),
      self: (node: Node) => node,
      later: async ({ id }: Node) => (id > 2 ? null : { id: id + 1 }),
      nodes: async ({ id }: Node, { first }: { first: number }) => nodes(first, id),
      fails: ({ id }: Node) => {
        if (id === 2) throw new Error(`fails ${id}`);
        return id;
      },
      failsLater: async ({ id }: Node) => {
        if (id === 3) throw new Error(`fails later ${id}`);
        return id;
      },
      missing: ({ id }: Node) => (id === 3 ? null : id),
    },
  },
});

function nodes(count: number, from = 0): Node[] {
  return Array.from({ length: count }, (_, index) => ({ id: from + index + 1 }));
}

const leaf = fc.constantFrom(
  'id',
  'name',
  'kind',
  'fails',
  'failsLater',
  'missing',
  'alias: id',
  '__typename',
);
const { selection } = fc.letrec<{ selection: string }>((tie) => ({
  selection: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .tuple(fc.constantFrom('self', 'later', 'nodes(first: $n)', 'b: nodes(first: 1)'), tie('selection'))
      .map(([field, inner]) => `${field} { ${inner} id }`),
    fc
      .tuple(tie('selection'), fc.constantFrom('@include(if: $yes)', '@skip(if: $yes)', ''))
      .map(([inner, directive]) => `... on Node ${directive} { ${inner} }`),
    fc.tuple(tie('selection'), tie('selection')).map(([a, b]) => `${a} ...F ${b}`),
  ),
}));
const root = fc.constantFrom('node', 'node(id: 2)', 'node(id: 3, kind: good)', 'nodes', 'nodes(first: $n)');
const document = fc
  .array(fc.tuple(root, selection), { minLength: 1, maxLength: 3 })
  .map((fields) => fields.map(([field, inner], index) => `r${index}: ${field} { ${inner} }`).join(' '))
  .map((fields) => `query ($n: Int! = 2, $yes: Boolean! = true) { ${fields} } fragment F on Node { id kind }`)
  .map((text) => parse(text))
  .filter((parsed) => validate(schema, parsed).length === 0);

/**
 * What must not differ: the data, and why each null of it is one. Of several errors under one null it is free which
 * of them are told (GraphQL, section 6.4.4).
 */
function comparable({ data, errors = [] }: ExecutionResult) {
  const reasons = errors.map(({ message, path = [] }) => {
    const place = nullOn(path, data);
    return JSON.stringify(place.length === path.length ? { place, message } : { place });
  });
  return { data: JSON.parse(JSON.stringify(data ?? null)), reasons: [...new Set(reasons)].sort() };
}

/** How far a path goes until it meets null. */
function nullOn(path: readonly (string | number)[], data: unknown): readonly (string | number)[] {
  let value = data;
  for (const [depth, key] of path.entries()) {
    if (value === null || value === undefined) return path.slice(0, depth);
    value = (value as Record<string | number, unknown>)[key];
  }
  return path;
}

describe('the executor', () => {
  test('gives compiled the same answer as graphql-js, errors and nulls included', async () => {
    await fc.assert(
      fc.asyncProperty(
        document,
        fc.record({ n: fc.integer({ min: 0, max: 3 }), yes: fc.boolean() }),
        async (parsed, variableValues) => {
          const executor = createExecutor(schema, 10);
          const args = { schema, document: parsed, variableValues, contextValue: {} };
          const expected = comparable(await execute(args));
          for (let round = 0; round < 4; round++) expect(comparable(await executor(args))).toEqual(expected);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('forgets operations beyond its bound and still answers them', async () => {
    const executor = createExecutor(schema, 2);
    const documents = [1, 2, 3, 4].map((id): DocumentNode => parse(`{ node(id: ${id}) { id } }`));
    for (let round = 0; round < 4; round++) {
      for (const [index, parsed] of documents.entries()) {
        expect(await executor({ schema, document: parsed })).toEqual({ data: { node: { id: index + 1 } } });
      }
    }
  });
});
