import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { camelCased } from '../../../schemas/letter-case.ts';
import type { PledgeOrder } from '../../../schemas/rest/orders.ts';
import { listPledges } from '../../actions/listings.ts';
import type { Scope } from '../request/scope.ts';
import { connectionOf, type PageArguments } from './connection.ts';
import type { LaunchNode } from './nodes.ts';
import { readFields } from './read.ts';

interface PledgeFilter {
  readonly orderBy?: PledgeOrder | null;
  readonly minAmount?: bigint | null;
}

/** Everything below a launch is read at the launch's own slot. */
export const launchResolvers = {
  ...readFields('Launch'),

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
};
