import { getIntrospectionQuery, parse, validate } from 'graphql';
import { describe, expect, test } from 'vitest';
import { GRAPHQL_LIMITS as LIMITS } from '../../../../api/graphql/limits.ts';
import { aliasRule, depthRule } from '../../../../api/graphql/request/shape-rules.ts';
import { graphqlSchema } from '../../../../api/graphql/schema/build.ts';

const schema = graphqlSchema();
const refusals = (text: string) =>
  validate(schema, parse(text), [depthRule, aliasRule]).map(({ originalError }) => originalError);

/** `launch`, then alternately `wallet.pledges.nodes.launch`, to any depth. */
function nested(levels: number): string {
  const fields = ['wallet(address: "x")', 'pledges', 'nodes', 'launch'];
  const opening = Array.from({ length: levels - 1 }, (_, index) => `${fields[index % 4]} {`).join(' ');
  return `{ ${opening} launchId ${'}'.repeat(levels)}`;
}

describe('the shape of a document', () => {
  test('may be as deep as the limit and no deeper', () => {
    expect(refusals(nested(LIMITS.depth))).toEqual([]);
    expect(refusals(nested(LIMITS.depth + 1))).toMatchObject([
      {
        code: 'GRAPHQL_TOO_DEEP',
        message: 'The query is nested deeper than 10 levels. Ask for fewer nested fields.',
      },
    ]);
  });

  test('counts depth through fragments, also those that spread themselves', () => {
    const inner = nested(LIMITS.depth).slice(1, -1);
    const text = `{ a: launch(launchId: 7) { ...Deep } } fragment Deep on Launch { x: launchId ${inner} }`;
    expect(refusals(text)).toMatchObject([{ code: 'GRAPHQL_TOO_DEEP' }]);
    expect(refusals('{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }')).toEqual([]);
  });

  test('may be introspected', () => {
    expect(refusals(getIntrospectionQuery())).toEqual([]);
  });

  test('may have as many aliases as the limit and no more', () => {
    const aliases = (count: number) =>
      `{ ${Array.from({ length: count }, (_, index) => `a${index}: source { lagSlots }`).join(' ')} }`;
    expect(refusals(aliases(LIMITS.aliases))).toEqual([]);
    expect(refusals(aliases(LIMITS.aliases + 1))).toMatchObject([
      { code: 'GRAPHQL_TOO_MANY_ALIASES', message: 'The document has 31 aliases. Use at most 30.' },
    ]);
  });
});
