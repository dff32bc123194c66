import {
  type GraphQLEnumType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  GraphQLScalarType,
  getNamedType,
  isEnumType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { graphqlSchema, RESOLVERS } from '../../../../api/graphql/schema/build.ts';
import { SCALARS } from '../../../../api/graphql/schema/scalars.ts';
import { TWINS as DERIVED } from '../../../../api/graphql/schema/sdl.ts';
import { LAUNCH_STATUSES } from '../../../../schemas/launch-statuses.ts';
import { camelKey } from '../../../../schemas/letter-case.ts';
import { launchStatusAnswer } from '../../../../schemas/rest/answers.ts';
import { explorerLinks, phase } from '../../../../schemas/rest/launch.ts';
import { LAUNCH_ORDERS, PLEDGE_ORDERS } from '../../../../schemas/rest/orders.ts';
import { ACCOUNT_KINDS, COVERAGE_STATES, VERDICTS } from '../../../../schemas/rest/proof.ts';
import * as rewards from '../../../../schemas/rest/rewards.ts';
import { REWARD_PROGRAMS } from '../../../../schemas/reward-programs.ts';

const schema = graphqlSchema();
const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
const objects = types.filter(isObjectType);

/** Fields that GraphQL adds to those of the REST shape. */
const ADDED: Readonly<Record<string, readonly string[]>> = {
  Launch: Object.keys(RESOLVERS.Launch).concat('source'),
  WalletPledge: ['launch', 'allocation', 'refund'],
  Audit: ['differing'],
};

/** Each GraphQL type beside the REST shape that it spells, and the fields that GraphQL adds. */
const TWINS: readonly (readonly [string, z.ZodObject, (readonly string[])?])[] = [
  ...Object.entries(DERIVED).map(([name, shape]) => [name, shape as z.ZodObject, ADDED[name] ?? []] as const),
  ['ExplorerLinks', explorerLinks],
  ['RewardsByProgram', rewards.rewardsSummaryAnswer.shape.programs],
  // In GraphQL, the settlement is a field of the launch.
  ['ClusterStatus', launchStatusAnswer.omit({ settlement: true })],
];

describe('the GraphQL schema', () => {
  test('describes every type, field, argument and value', () => {
    const silent = types
      .filter((type) => !(isScalarType(type) && isSpecifiedScalarType(type)))
      .flatMap((type) => [{ name: type.name, description: type.description }, ...membersOf(type)])
      .filter(({ description }) => !description || description.trim().length < 5)
      .map(({ name }) => name);
    expect(silent).toEqual([]);
  });

  test('has no resolver without a field, and no field with arguments without a resolver', () => {
    const resolved = objects.flatMap(({ name }) =>
      Object.keys((RESOLVERS as Record<string, object>)[name] ?? {}).map((field) => `${name}.${field}`),
    );
    const needing = objects.flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ args }) => args.length > 0 || type.name === 'Query' || type.name === 'Subscription')
        .map(({ name }) => `${type.name}.${name}`),
    );
    const fields = objects.flatMap((type) =>
      Object.keys(type.getFields()).map((name) => `${type.name}.${name}`),
    );
    expect(resolved.filter((name) => !fields.includes(name))).toEqual([]);
    expect(needing.filter((name) => !resolved.includes(name))).toEqual([]);
  });

  test.for(TWINS)('spells every field of its REST twin: %s', ([name, shape, added = []]) => {
    const type = schema.getType(name) as GraphQLObjectType;
    const twin = Object.keys(shape.shape).map(camelKey);
    expect(Object.keys(type.getFields()).sort()).toEqual([...new Set([...twin, ...added])].sort());
  });

  test.for(TWINS)('says where a field may be null as REST does: %s', ([name, shape]) => {
    const fields = (schema.getType(name) as GraphQLObjectType).getFields();
    for (const [key, value] of Object.entries(shape.shape)) {
      const field = fields[camelKey(key)];
      const mayBeNull = (value as z.ZodType).safeParse(null).success || (value as z.ZodType).isOptional();
      expect([key, field && !isNonNullType(field.type)]).toEqual([key, mayBeNull]);
    }
  });

  test('has the words of REST in its enumerations', () => {
    const words = (name: string) => (schema.getType(name) as GraphQLEnumType).getValues().map((v) => v.name);
    expect(words('LaunchStatus')).toEqual([...LAUNCH_STATUSES]);
    expect(words('Phase')).toEqual([...phase.options]);
    expect(words('LaunchOrder')).toEqual([...LAUNCH_ORDERS]);
    expect(words('PledgeOrder')).toEqual([...PLEDGE_ORDERS]);
    expect(words('CoverageState')).toEqual([...COVERAGE_STATES]);
    expect(words('AuditVerdict')).toEqual([...VERDICTS]);
    expect(words('AccountKind')).toEqual([...ACCOUNT_KINDS]);
    expect(words('RewardProgram')).toEqual([...REWARD_PROGRAMS]);
    expect(words('RewardStatus')).toEqual([...rewards.rewardHistoryRow.shape.status.options]);
  });

  test('lets what is looked up fail alone', () => {
    const lookedUp = objects.flatMap((type) =>
      Object.values(type.getFields()).filter(
        ({ name }) => name in ((RESOLVERS as Record<string, object>)[type.name] ?? {}),
      ),
    );
    expect(lookedUp.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
  });

  test('implements every scalar of its own', () => {
    const own = types.filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
    expect(own.map(({ name }) => name).sort()).toEqual(Object.keys(SCALARS).sort());
    for (const type of own) expect(type).toBeInstanceOf(GraphQLScalarType);
  });

  test('takes asOfSlot, minSlot and maxLagSlots on every root field', () => {
    for (const { name: field, args } of Object.values(schema.getQueryType()?.getFields() ?? {})) {
      // The chain and the reward ledger are read as they are now, so no slot can be chosen.
      const now = ['verifyAccount', 'rewardsSummary', 'rewardsHistory'];
      const chosen = now.includes(field) ? [] : ['asOfSlot'];
      const names = args.map(({ name }) => name);
      expect([field, ...names]).toEqual(expect.arrayContaining([...chosen, 'minSlot', 'maxLagSlots']));
    }
  });

  test('leads from subscriptions, whose events many share, to nothing that belongs to one owner', () => {
    const reached = new Set<string>();
    const walk = (type: GraphQLNamedType | undefined): void => {
      if (!isObjectType(type) || reached.has(type.name)) return;
      reached.add(type.name);
      for (const field of Object.values(type.getFields())) walk(getNamedType(field.type));
    };
    walk(schema.getSubscriptionType() ?? undefined);
    expect(reached).toContain('Launch');
    expect([...reached].filter((name) => name.startsWith('Reward'))).toEqual([]);
  });

  test('has edges with a cursor and pageInfo on every connection', () => {
    const connections = objects.filter(({ name }) => name.endsWith('Connection'));
    expect(connections.length).toBeGreaterThan(4);
    for (const type of connections) {
      const fields = type.getFields();
      expect(String(fields.pageInfo?.type)).toBe('PageInfo!');
      const edge = getNamedType(fields.edges?.type) as GraphQLObjectType;
      expect(String(edge.getFields().cursor?.type)).toBe('String!');
      expect(Object.keys(fields)).toContain('source');
    }
  });
});

interface Named {
  readonly name: string;
  readonly description: string | null | undefined;
}

function membersOf(type: (typeof types)[number]): Named[] {
  if (isEnumType(type)) {
    return type.getValues().map(({ name, description }) => ({ name: `${type.name}.${name}`, description }));
  }
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, description, args }) => [
    { name: `${type.name}.${name}`, description },
    ...args.map((arg) => ({ name: `${type.name}.${name}(${arg.name})`, description: arg.description })),
  ]);
}
