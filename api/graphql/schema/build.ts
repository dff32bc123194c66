import type { GraphQLSchema } from 'graphql';
import { createSchema } from 'graphql-yoga';
import type { Scope } from '../request/scope.ts';
import { launchResolvers } from '../resolvers/launch.ts';
import { queryResolvers } from '../resolvers/query.ts';
import { subscriptionResolvers } from '../resolvers/subscription.ts';
import { walletResolvers } from '../resolvers/wallet.ts';
import { SCALARS } from './scalars/all.ts';
import { readSdl } from './sdl.ts';

/** Fields that are looked up; all others are properties of what those give. */
export const RESOLVERS = {
  ...SCALARS,
  Query: queryResolvers,
  Launch: launchResolvers,
  Wallet: walletResolvers,
  Subscription: subscriptionResolvers,
};

/** The executable schema. A resolver without a field in the SDL stops the start. */
export function buildGraphqlSchema(): GraphQLSchema {
  return createSchema<Scope>({
    typeDefs: readSdl(),
    resolvers: RESOLVERS,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
}
