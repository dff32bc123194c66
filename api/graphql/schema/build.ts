import type { GraphQLScalarType, GraphQLSchema } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { lazily } from '../../../core/kernel/lazily.ts';
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
  Query: { ...queryResolvers, ...rewardResolvers },
  Audit: auditResolvers,
  Launch: launchResolvers,
  Wallet: walletResolvers,
  Subscription: subscriptionResolvers,
};

/** The executable schema. A resolver without a field in the SDL fails at start. */
export const graphqlSchema: () => GraphQLSchema = lazily(() =>
  createSchema<Scope>({
    typeDefs: readSdl(),
    resolvers: { ...RESOLVERS, ...scalarFunctions() },
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  }),
);

/** Only the scalars' functions: as whole types, their missing descriptions would replace the SDL's. */
function scalarFunctions(): Record<string, GraphQLScalarType> {
  return Object.fromEntries(
    Object.entries(SCALARS).map(([name, { serialize, parseValue, parseLiteral }]) => [
      name,
      { serialize, parseValue, parseLiteral } as GraphQLScalarType,
    ]),
  );
}
