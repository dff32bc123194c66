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
import { SCALARS } from './scalars/all.ts';
import { readSdl } from './sdl.ts';

/** Fields that are looked up; all others are properties of what those give. */
export const RESOLVERS = {
  ...SCALARS,
  Query: { ...queryResolvers, ...rewardResolvers },
  Audit: auditResolvers,
  Launch: launchResolvers,
  Wallet: walletResolvers,
  Subscription: subscriptionResolvers,
};

/** The executable schema. A resolver without a field in the SDL stops the start. */
export const graphqlSchema: () => GraphQLSchema = lazily(() =>
  createSchema<Scope>({
    typeDefs: readSdl(),
    resolvers: { ...RESOLVERS, ...scalarFunctions() },
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  }),
);

/** The functions of the scalars alone: as whole types they would put their missing descriptions over the SDL's. */
function scalarFunctions(): Record<string, GraphQLScalarType> {
  return Object.fromEntries(
    Object.entries(SCALARS).map(([name, { serialize, parseValue, parseLiteral }]) => [
      name,
      { serialize, parseValue, parseLiteral } as GraphQLScalarType,
    ]),
  );
}
