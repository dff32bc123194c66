import { type FragmentDefinitionNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import { type Survey, surveyOperation } from '../../../../api/graphql/request/survey.ts';
import { graphqlSchema } from '../../../../api/graphql/schema/build.ts';

const schema = graphqlSchema();

function survey(text: string, variables: Record<string, unknown> = {}): Survey {
  const { definitions } = parse(text);
  const operation = definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const fragments = definitions.filter(
    (definition): definition is FragmentDefinitionNode => definition.kind === Kind.FRAGMENT_DEFINITION,
  );
  return surveyOperation({
    schema,
    operation: operation as OperationDefinitionNode,
    fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])),
    variables,
  });
}

describe('the survey of an operation', () => {
  test('counts what a page multiplies, by default sizes, literals and variables alike', () => {
    const page = (size: string, head = '') =>
      `query ${head} { launch(launchId: 7) { pledges${size} { nodes { amount refunded } } } }`;
    const costs = [
      survey(page('')).cost,
      survey(page('(first: 50)')).cost,
      survey(page('(first: $n)', '($n: Int!)'), { n: 50 }).cost,
    ];
    // launch 1, pledges 20, and 50 times (nodes 1, two fields)
    expect(costs).toEqual([171, 171, 171]);
    expect(survey(page('(first: 200)')).cost).toBe(621);
  });

  test('counts a fragment in every place where it is spread, and looks at it once', () => {
    const fragments = Array.from(
      { length: 60 },
      (_, index) => `fragment F${index} on Launch { ...F${index + 1} ...F${index + 1} }`,
    );
    const text = `{ launch(launchId: 7) { ...F0 } } ${fragments.join(' ')} fragment F60 on Launch { launchId }`;
    expect(() => survey(text)).toThrow(/may cost .* above the limit of 50000/);
  });

  test('refuses what may cost too much, and says so', () => {
    expect(() =>
      survey('{ launches(first: 200) { nodes { pledges(first: 200) { nodes { amount } } } } }'),
    ).toThrow(expect.objectContaining({ code: 'GRAPHQL_TOO_COSTLY', status: 400 }));
  });

  test.for([
    ['launches(first: 0) { totalCount }', 'first', '1 to 200'],
    ['launches(first: 201) { totalCount }', 'first', '1 to 200'],
    ['launches(first: -1) { totalCount }', 'first', '1 to 200'],
    ['launch(launchId: 7) { raiseCurve(points: 1) { slot } }', 'points', '2 to 1000'],
    ['launch(launchId: 7) { pledgeDistribution(buckets: 101) { count } }', 'buckets', '1 to 100'],
  ] as const)('refuses the size in %s', ([field, name, bounds]) => {
    expect(() => survey(`{ ${field} }`)).toThrow(
      `${name} must be a whole number from ${bounds.replace(' to ', ' to ')}.`,
    );
  });

  test('finds cursors at any depth, slots of root fields, and the strictest demand on freshness', () => {
    const found = survey(
      `query ($c: String, $s: Slot) {
        a: launches(after: "one", asOfSlot: 5, minSlot: 3) { ...L }
        b: launch(launchId: 7, asOfSlot: $s, minSlot: 9, maxLagSlots: 40) { pledges(after: $c) { nodes { amount } } }
        c: source(maxLagSlots: 20) { lagSlots }
      }
      fragment L on LaunchConnection { nodes { escrowFlows(after: "three") { nodes { slot } } } }`,
      { c: 'two', s: 8 },
    );
    expect(found).toMatchObject({
      cursors: expect.arrayContaining(['one', 'two', 'three']),
      asOfSlots: [5n, 8n, undefined],
      minSlot: 9n,
      maxLagSlots: 20,
    });
  });

  test('says which variables do not fit, and that there are no mutations', () => {
    const unfit = survey('query ($n: Int!) { launches(first: $n) { totalCount } }', { n: 'x' });
    expect(unfit.problems).toMatchObject([
      { message: expect.stringMatching(/^Variable "\$n" got invalid value/) },
    ]);
    expect(survey('mutation { drop }').problems).toMatchObject([
      { message: 'There are no operations of the kind mutation.' },
    ]);
  });
});
