import { type Pubkey, parsePubkey } from '../../../core/kernel/pubkey.ts';
import type { PledgeOrder } from '../../../schemas/rest/orders.ts';
import { escrowFlows } from '../../actions/escrow-flows.ts';
import { listPledges } from '../../actions/list-pledges.ts';
import { pledgeDistribution } from '../../actions/pledge-distribution.ts';
import { raiseCurve } from '../../actions/raise-curve.ts';
import type { Scope } from '../request/scope.ts';
import { camelCased } from './camel-case.ts';
import { connectionOf, type PageArguments } from './connection.ts';
import type { LaunchNode } from './nodes.ts';

interface PledgeFilter {
  readonly orderBy?: PledgeOrder | null;
  readonly minAmount?: bigint | null;
}

/** Everything below a launch is asked at the launch's own slot. */
export const launchResolvers = {
  launchMintDecimals: ({ launchMint, slot }: LaunchNode, _none: unknown, { decimals }: Scope) =>
    decimals.load({ mint: parsePubkey(launchMint), slot }),

  pledgeMintDecimals: ({ pledgeMint, slot }: LaunchNode, _none: unknown, { decimals }: Scope) =>
    decimals.load({ mint: parsePubkey(pledgeMint), slot }),

  settlement: async ({ launchId, slot }: LaunchNode, _none: unknown, scope: Scope) => {
    const detail = await scope.details.load({ launchId: BigInt(launchId), slot });
    return detail?.body.settlement && camelCased(detail.body.settlement);
  },

  wallet: async ({ launchId, slot }: LaunchNode, { address }: { address: Pubkey }, scope: Scope) => {
    const detail = await scope.details.load({ launchId: BigInt(launchId), slot, wallet: address });
    return detail?.body.wallet && camelCased(detail.body.wallet);
  },

  pledges: async (
    { launchId, slot }: LaunchNode,
    { orderBy, minAmount, ...page }: PageArguments & PledgeFilter,
    scope: Scope,
  ) => {
    const listing = {
      launchId: BigInt(launchId),
      orderBy: orderBy ?? undefined,
      minAmount: minAmount ?? undefined,
      limit: page.first,
      slot,
    };
    const answer = page.after
      ? await listPledges(scope.context, { ...listing, cursor: page.after, asOfSlot: slot })
      : await scope.pledgePages.load(listing);
    return connectionOf(answer, answer.body.results.map(camelCased), { ...page, scope });
  },

  topPledgers: async ({ launchId, slot }: LaunchNode, { first }: PageArguments, scope: Scope) => {
    const { body } = await scope.pledgePages.load({
      launchId: BigInt(launchId),
      orderBy: 'amount_desc',
      limit: first,
      slot,
    });
    return body.results.map(camelCased);
  },

  raiseCurve: async ({ launchId, slot }: LaunchNode, { points }: { points: number }, scope: Scope) => {
    const { body } = await raiseCurve(scope.context, { launchId: BigInt(launchId), points, asOfSlot: slot });
    return body.points.map(camelCased);
  },

  pledgeDistribution: async (
    { launchId, slot }: LaunchNode,
    { buckets }: { buckets: number },
    scope: Scope,
  ) => {
    const request = { launchId: BigInt(launchId), buckets, asOfSlot: slot };
    const { body } = await pledgeDistribution(scope.context, request);
    return camelCased(body);
  },

  escrowFlows: async ({ launchId, slot }: LaunchNode, page: PageArguments, scope: Scope) => {
    const answer = await escrowFlows(scope.context, {
      launchId: BigInt(launchId),
      limit: page.first,
      cursor: page.after ?? undefined,
      asOfSlot: slot,
    });
    const also = { completeFromSlot: answer.body.complete_from_slot };
    return Object.assign(connectionOf(answer, answer.body.results.map(camelCased), { ...page, scope }), also);
  },
};
