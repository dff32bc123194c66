import DataLoader from 'dataloader';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { LaunchDetailAnswer, PledgeListAnswer } from '../../../schemas/rest/answers.ts';
import type { PledgeOrder } from '../../../schemas/rest/orders.ts';
import type { Answered, AnsweredPage, MirrorContext } from '../../actions/context.ts';
import { launchDetails } from '../../actions/launch-detail.ts';
import type { WithoutMints } from '../../actions/launch-mints.ts';
import { firstPledgePages } from '../../actions/listings.ts';

/** Keys that are loaded together. */
type Group<Key> = readonly [Key, ...Key[]];

interface Grouping<Key, Value> {
  /** Keys of one group can be loaded together. */
  readonly groupOf: (key: Key) => string;
  /** Tells the keys of one group apart. */
  readonly nameOf: (key: Key) => string | bigint;
  readonly load: (group: Group<Key>) => Promise<(key: Key) => Value>;
}

/** Loads many keys of a request with one query per group, each key once. */
function groupedLoader<Key, Value>({ groupOf, nameOf, load }: Grouping<Key, Value>) {
  return new DataLoader<Key, Value, string>(
    async (keys) => {
      const answers = new Map<Key, Value | Error>();
      const groups = [...Map.groupBy(keys, groupOf).values()];
      await Promise.all(groups.map((group) => loadGroup(group as unknown as Group<Key>, load, answers)));
      return keys.map((key) => answers.get(key) as Value | Error);
    },
    { cacheKeyFn: (key) => `${groupOf(key)} ${nameOf(key)}` },
  );
}

/** A failed query fails only its own keys, and an unreadable account no other key of its group. */
async function loadGroup<Key, Value>(
  group: Group<Key>,
  load: Grouping<Key, Value>['load'],
  answers: Map<Key, Value | Error>,
): Promise<void> {
  try {
    const answerOf = await load(group);
    for (const key of group) answers.set(key, answerOf(key));
  } catch (error) {
    if (group.length > 1 && isLaunchlensError(error, 'ACCOUNT_UNREADABLE')) {
      const half = group.length >> 1;
      for (const part of [group.slice(0, half), group.slice(half)]) {
        await loadGroup(part as unknown as Group<Key>, load, answers);
      }
      return;
    }
    for (const key of group) answers.set(key, error instanceof Error ? error : new TypeError(String(error)));
  }
}

interface DetailKey {
  readonly launchId: bigint;
  readonly slot: bigint;
  readonly wallet?: Pubkey;
}

/** The details of launches; undefined if no LaunchConfig exists. */
export function detailLoader(context: MirrorContext) {
  return groupedLoader<DetailKey, Answered<LaunchDetailAnswer> | undefined>({
    groupOf: ({ slot, wallet }) => `${slot} ${wallet ?? ''}`,
    nameOf: ({ launchId }) => launchId,
    load: async (group) => {
      const [{ slot: asOfSlot, wallet }] = group;
      const launchIds = group.map(({ launchId }) => launchId);
      const details = await launchDetails(context, { launchIds, wallet, asOfSlot });
      return ({ launchId }) => details.get(launchId);
    },
  });
}

interface PledgePageKey {
  readonly launchId: bigint;
  readonly slot: bigint;
  readonly orderBy?: PledgeOrder | undefined;
  readonly minAmount?: bigint | undefined;
  readonly limit: number;
}

/** The first pages of the pledges of launches that exist at that slot. */
export function pledgePageLoader(context: MirrorContext) {
  type Page = AnsweredPage<WithoutMints<PledgeListAnswer>>;
  return groupedLoader<PledgePageKey, Page>({
    groupOf: ({ slot, orderBy = 'pledger', minAmount = 0n, limit }) =>
      `${slot} ${orderBy} ${minAmount} ${limit}`,
    nameOf: ({ launchId }) => launchId,
    load: async (group) => {
      const [{ slot: asOfSlot, orderBy, minAmount, limit }] = group;
      const launchIds = group.map(({ launchId }) => launchId);
      const pages = await firstPledgePages(context, { launchIds, orderBy, minAmount, limit, asOfSlot });
      return ({ launchId }) => pages.get(launchId) as Page;
    },
  });
}
