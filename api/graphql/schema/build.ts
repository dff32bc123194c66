import type { GraphQLScalarType, GraphQLSchema } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { lazily } from '../../../core/kernel/lazily.ts';
import { traced } from '../../../core/kernel/tracing.ts';
import type { ProgramReads } from '../../read/programs/reads.ts';
import { type ProgramsSchema, programsSchema } from '../programs/schema.ts';
import type { Scope } from '../request/scope.ts';
import { auditResolvers } from '../resolvers/audit.ts';
import { launchResolvers } from '../resolvers/launch.ts';
import { queryResolvers } from '../resolvers/query.ts';
import { rewardResolvers } from '../resolvers/rewards.ts';
import { subscriptionResolvers } from '../resolvers/subscription.ts';
import { walletResolvers } from '../resolvers/wallet.ts';
import { SCALARS } from './scalars.ts';
import { readSdl } from './sdl.ts';

/** Fields with resolvers; all others are properties of their results. */
export const RESOLVERS = {
  ...SCALARS,
  Query: inSpans({ ...queryResolvers, ...rewardResolvers }),
  Audit: auditResolvers,
  Launch: launchResolvers,
  Wallet: walletResolvers,
  Subscription: subscriptionResolvers,
};

/** The executable schema without programs. A resolver without a field in the SDL fails at start. */
export const graphqlSchema: () => GraphQLSchema = lazily(() => build());

/** The same with the accounts of the followed programs. */
export function schemaWithPrograms(programs: ReadonlyMap<string, ProgramReads>): GraphQLSchema {
  const types = [...readSdl().matchAll(DECLARED)].map(([, name = '']) => name);
  const subscriptions = Object.keys(RESOLVERS.Subscription);
  return build(programsSchema(programs, { types, fields: Object.keys(RESOLVERS.Query), subscriptions }));
}

const DECLARED = /^(?:type|enum|scalar|input|interface|union) (\w+)/gm;

function build({ sdl, resolvers }: Partial<ProgramsSchema> = {}): GraphQLSchema {
  const both = (type: 'Query' | 'Subscription') => ({ ...RESOLVERS[type], ...(resolvers?.[type] as object) });
  return createSchema<Scope>({
    typeDefs: [readSdl(), ...(sdl === undefined ? [] : [sdl])],
    resolvers: {
      ...{ ...RESOLVERS, ...scalarFunctions(), ...(resolvers as object | undefined) },
      ...{ Query: both('Query'), Subscription: both('Subscription') },
    },
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
}

type Resolver = (...given: never[]) => Promise<unknown>;

/** A span for each field of a query. */
function inSpans<Fields extends Readonly<Record<string, Resolver>>>(fields: Fields): Fields {
  const spanned = Object.entries(fields).map(([name, resolve]) => [
    name,
    (...given: never[]) => traced(`Query.${name}`, () => resolve(...given)),
  ]);
  return Object.fromEntries(spanned) as Fields;
}

/** Only the scalars' functions: as whole types, their missing descriptions would replace the SDL's. */
function scalarFunctions(): Record<string, GraphQLScalarType> {
  return Object.fromEntries(
    Object.entries(SCALARS).map(([name, { serialize, parseValue, parseLiteral }]) => [
      name,
      { serialize, parseValue, parseLiteral } as GraphQLScalarType,
    ]),
  );
}
