import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { PledgeListAnswer } from '../../schemas/rest/answers.ts';
import type { PledgeOrder } from '../../schemas/rest/orders.ts';
import { pledgePosition } from '../read/pledge-rank.ts';
import type { AnsweredPage, MirrorContext } from './context.ts';
import type { SlotRequest } from './freshness.ts';
import { pageAnswer } from './page.ts';
import { askPinned, requireAgreement } from './pinned-slot.ts';
import { pledgeAnswer } from './pledge-answer.ts';
import { sourceStamp } from './source-stamp.ts';
import { wireAmount } from './wire.ts';

export interface ListPledgesRequest extends SlotRequest {
  readonly launchId: bigint;
  /** `pledger`, in key order, without one; the pledges that lead an order are its first page. */
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
  const { stamp, facts } = await askPinned({ mirror, cursorSlot: cursor?.slot, request }, (view) =>
    view.pledges({ launchId, orderBy, minAmount, after, limit }),
  );
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  const { slot } = stamp;
  return pageAnswer({
    stamp,
    rows: facts.pledges,
    more: facts.more,
    cursor: (pledge) =>
      cursors.seal('pledges', { slot, launchId, orderBy, minAmount, after: pledgePosition(orderBy, pledge) }),
    body: (next_cursor) => ({
      source: sourceStamp(stamp),
      launch_id: wireAmount(launchId),
      next_cursor,
      results: facts.pledges.map(pledgeAnswer),
    }),
  });
}
