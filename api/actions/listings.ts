import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { LaunchStatus } from '../../schemas/launch-statuses.ts';
import type { LaunchListAnswer, PledgeListAnswer } from '../../schemas/rest/answers.ts';
import type { LaunchOrder, PledgeOrder } from '../../schemas/rest/orders.ts';
import type { PositionAnswer, WalletPositionsAnswer } from '../../schemas/rest/positions.ts';
import { launchPosition, pledgePosition } from '../read/lists.ts';
import type { PledgeState, Stamp } from '../read/model.ts';
import type { PledgePage, PositionFacts } from '../read/questions.ts';
import type { AnsweredPage, Labels, MirrorContext } from './context.ts';
import { askFresh } from './freshness.ts';
import { launchAnswer, listedLaunchAnswer, pledgeAnswer } from './launch-answer.ts';
import { type WithoutMints, withMints } from './launch-mints.ts';
import { listPage, type PageRequest, type Paging, pageAnswer } from './page.ts';
import { walletAnswer } from './settlement-answer.ts';
import { wireAmount } from './wire.ts';

/** Listings of the latest state. @throws those of `listPage` */

/** Every indexed launch; by default the newest first. */
export function listLaunches(
  context: MirrorContext,
  request: PageRequest & {
    readonly status?: LaunchStatus | undefined;
    readonly orderBy?: LaunchOrder | undefined;
  },
): Promise<AnsweredPage<LaunchListAnswer>> {
  const { status, orderBy = 'newest' } = request;
  return listPage(context, request, {
    name: 'launches',
    terms: { status, orderBy },
    ask: (slots, question) => askFresh(context.mirror, slots, (view) => view.launches(question)),
    rows: ({ launches }) => launches,
    place: ({ launch }, terms) => launchPosition(terms.orderBy, launch),
    body: ({ launches, count }, { source, next_cursor }, { stamp }) => ({
      source,
      count,
      next_cursor,
      results: launches.map((launch) => listedLaunchAnswer(launch, stamp, context)),
    }),
  });
}

interface PledgeTerms {
  /** By default `pledger`, in key order; the pledges that lead an order are its first page. */
  readonly orderBy?: PledgeOrder | undefined;
  /** Only pledges of at least this amount, in base units. */
  readonly minAmount?: bigint | undefined;
}

export async function listPledges(
  context: MirrorContext,
  request: PageRequest & PledgeTerms & { readonly launchId: bigint },
): Promise<AnsweredPage<PledgeListAnswer>> {
  const { launchId, orderBy = 'pledger', minAmount = 0n } = request;
  const page = await listPage(context, request, {
    ...pledgesOf(context),
    terms: { launchId, orderBy, minAmount },
    ask: (slots, question) => askFresh(context.mirror, slots, (view) => view.pledges(question)),
  });
  return withMints(context, page);
}

/** The first pages of several existing launches, in one query; each continues as a page of `listPledges`. */
export async function firstPledgePages(
  context: MirrorContext,
  {
    launchIds,
    orderBy = 'pledger',
    minAmount = 0n,
    limit,
    asOfSlot,
  }: PledgeTerms & Omit<PageRequest, 'cursor'> & { readonly launchIds: readonly bigint[] },
): Promise<ReadonlyMap<bigint, AnsweredPage<WithoutMints<PledgeListAnswer>>>> {
  const { stamp, facts } = await context.mirror.ask(asOfSlot, (view) =>
    view.firstPledgePages({ launchIds, orderBy, minAmount, limit }),
  );
  const answered = (launchId: bigint, page: PledgePage) =>
    pageAnswer(context.cursors, pledgesOf(context), page, { stamp, terms: { launchId, orderBy, minAmount } });
  return new Map([...facts].map(([launchId, page]) => [launchId, answered(launchId, page)]));
}

const pledgesOf = (
  labels: Labels,
): Paging<'pledges', PledgePage, PledgeState, WithoutMints<PledgeListAnswer>> => ({
  name: 'pledges',
  rows: ({ pledges }) => pledges,
  place: (pledge, { orderBy }) => pledgePosition(orderBy, pledge),
  body: ({ pledges }, { source, next_cursor }, { terms: { launchId } }) => ({
    source,
    launch_id: wireAmount(launchId),
    next_cursor,
    results: pledges.map((pledge) => pledgeAnswer(pledge, labels)),
  }),
});

/** Every launch in which a wallet has a Pledge, newest launch first. */
export function walletPositions(
  context: MirrorContext,
  request: PageRequest & { readonly wallet: Pubkey },
): Promise<AnsweredPage<WalletPositionsAnswer>> {
  return listPage(context, request, {
    name: 'positions',
    terms: { wallet: request.wallet },
    ask: (slots, question) => askFresh(context.mirror, slots, (view) => view.positions(question)),
    rows: ({ positions }) => positions,
    place: ({ launch }) => launchPosition('newest', launch),
    body: ({ positions, count }, { source, next_cursor }, { stamp, terms: { wallet } }) => ({
      source,
      wallet,
      count,
      next_cursor,
      results: positions.map((position) => positionAnswer(position, stamp, context)),
    }),
  });
}

function positionAnswer(facts: PositionFacts, stamp: Stamp, labels: Labels): PositionAnswer {
  const { launch, pledge } = facts;
  const { allocation, refund } = walletAnswer({ wallet: pledge.pledger, launch, pledge }, stamp, labels);
  return {
    launch: launchAnswer(facts, stamp, labels),
    pledge: pledgeAnswer(pledge, labels),
    ...(allocation && { allocation }),
    ...(refund && { refund }),
  };
}
