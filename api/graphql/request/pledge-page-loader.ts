import DataLoader from 'dataloader';
import type { PledgeListAnswer } from '../../../schemas/rest/answers.ts';
import type { PledgeOrder } from '../../../schemas/rest/orders.ts';
import type { AnsweredPage, MirrorContext } from '../../actions/context.ts';
import { firstPledgePages } from '../../actions/listings.ts';
import { loadGrouped } from './load-grouped.ts';

/** The first page of an existing launch at that slot. */
export interface PledgePageKey {
  readonly launchId: bigint;
  readonly slot: bigint;
  readonly orderBy?: PledgeOrder | undefined;
  readonly minAmount?: bigint | undefined;
  readonly limit: number;
}

type PledgePage = AnsweredPage<PledgeListAnswer>;
export type PledgePageLoader = DataLoader<PledgePageKey, PledgePage, string>;

/** Loads all first pages of pledges in one query per slot and order. */
export function pledgePageLoader(context: MirrorContext): PledgePageLoader {
  const groupOf = ({ slot, orderBy = 'pledger', minAmount = 0n, limit }: PledgePageKey): string =>
    `${slot} ${orderBy} ${minAmount} ${limit}`;
  return new DataLoader<PledgePageKey, PledgePage, string>(
    (keys) =>
      loadGrouped(keys, groupOf, async (group) => {
        const [{ slot: asOfSlot, orderBy, minAmount, limit }] = group;
        const launchIds = group.map(({ launchId }) => launchId);
        const pages = await firstPledgePages(context, { launchIds, orderBy, minAmount, limit, asOfSlot });
        return ({ launchId }) => pages.get(launchId) as PledgePage;
      }),
    { cacheKeyFn: (key) => `${groupOf(key)} ${key.launchId}` },
  );
}
