import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { PledgeListAnswer } from '../../schemas/rest/answers.ts';
import type { PledgeOrder } from '../../schemas/rest/orders.ts';
import type { Stamp } from '../read/model.ts';
import { pledgePosition } from '../read/pledge-rank.ts';
import type { PledgePage } from '../read/questions.ts';
import { pinOf } from '../read/take-backs.ts';
import type { AnsweredPage, MirrorContext } from './context.ts';
import type { CursorSeal } from './cursor.ts';
import { askPinned, requireAgreement, type SlotRequest } from './freshness.ts';
import { pledgeAnswer } from './launch-answer.ts';
import { pageAnswer } from './page.ts';
import { sourceStamp } from './source-stamp.ts';
import { wireAmount } from './wire.ts';

export interface ListPledgesRequest extends SlotRequest {
  readonly launchId: bigint;
  /** By default `pledger`, in key order; the pledges that lead an order are its first page. */
  readonly orderBy?: PledgeOrder | undefined;
  /** Only pledges of at least this amount, in base units. */
  readonly minAmount?: bigint | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * The pledges of one launch, page by page at one slot.
 * @throws LAUNCH_NOT_FOUND, CURSOR_INVALID, CURSOR_MISMATCH and those of `askFresh`
 */
export async function listPledges(
  { mirror, cursors }: MirrorContext,
  request: ListPledgesRequest,
): Promise<AnsweredPage<PledgeListAnswer>> {
  const { launchId, limit } = request;
  const cursor = request.cursor === undefined ? undefined : cursors.open('pledges', request.cursor);
  if (cursor !== undefined) {
    requireAgreement('launch_id', launchId, cursor.launchId);
    requireAgreement('order_by', request.orderBy, cursor.orderBy);
    requireAgreement('min_amount', request.minAmount, cursor.minAmount);
  }
  const { orderBy = 'pledger', minAmount = 0n } = cursor ?? request;
  const after = cursor?.after;
  const { stamp, facts } = await askPinned({ mirror, cursor, request }, (view) =>
    view.pledges({ launchId, orderBy, minAmount, after, limit }),
  );
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  return pledgePageAnswer(facts, { cursors, stamp, launchId, orderBy, minAmount });
}

export interface FirstPledgePagesRequest {
  readonly launchIds: readonly bigint[];
  readonly orderBy?: PledgeOrder | undefined;
  readonly minAmount?: bigint | undefined;
  readonly limit: number;
  readonly asOfSlot?: bigint | undefined;
}

/** The first pages of several existing launches, in one query; each continues as a page of `listPledges`. */
export async function firstPledgePages(
  { mirror, cursors }: MirrorContext,
  { launchIds, orderBy = 'pledger', minAmount = 0n, limit, asOfSlot }: FirstPledgePagesRequest,
): Promise<ReadonlyMap<bigint, AnsweredPage<PledgeListAnswer>>> {
  const { stamp, facts } = await mirror.ask(asOfSlot, (view) =>
    view.firstPledgePages({ launchIds, orderBy, minAmount, limit }),
  );
  const listing = { cursors, stamp, orderBy, minAmount };
  return new Map(
    [...facts].map(([launchId, page]) => [launchId, pledgePageAnswer(page, { ...listing, launchId })]),
  );
}

interface PledgeListing {
  readonly cursors: CursorSeal;
  readonly stamp: Stamp;
  readonly launchId: bigint;
  readonly orderBy: PledgeOrder;
  readonly minAmount: bigint;
}

function pledgePageAnswer(
  { pledges, more }: PledgePage,
  { cursors, stamp, launchId, orderBy, minAmount }: PledgeListing,
): AnsweredPage<PledgeListAnswer> {
  return pageAnswer({
    stamp,
    rows: pledges,
    more,
    cursor: (pledge) =>
      cursors.seal('pledges', {
        ...pinOf(stamp),
        launchId,
        orderBy,
        minAmount,
        after: pledgePosition(orderBy, pledge),
      }),
    body: (next_cursor) => ({
      source: sourceStamp(stamp),
      launch_id: wireAmount(launchId),
      next_cursor,
      results: pledges.map(pledgeAnswer),
    }),
  });
}
