import type { LaunchStatus } from '../../schemas/launch-statuses.ts';
import type { LaunchListAnswer } from '../../schemas/rest/answers.ts';
import type { LaunchOrder } from '../../schemas/rest/orders.ts';
import { launchPosition } from '../read/launch-list.ts';
import { pinOf } from '../read/take-backs.ts';
import type { AnsweredPage, MirrorContext } from './context.ts';
import { askPinned, requireAgreement, type SlotRequest } from './freshness.ts';
import { launchAnswer } from './launch-answer.ts';
import { pageAnswer } from './page.ts';
import { sourceStamp } from './source-stamp.ts';

export interface ListLaunchesRequest extends SlotRequest {
  readonly status?: LaunchStatus | undefined;
  /** `newest` by default. */
  readonly orderBy?: LaunchOrder | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/**
 * Every indexed launch, page by page at one slot.
 * @throws CURSOR_INVALID, CURSOR_MISMATCH and those of `askFresh`
 */
export async function listLaunches(
  { mirror, cursors, link }: MirrorContext,
  request: ListLaunchesRequest,
): Promise<AnsweredPage<LaunchListAnswer>> {
  const { limit } = request;
  const cursor = request.cursor === undefined ? undefined : cursors.open('launches', request.cursor);
  if (cursor !== undefined) {
    requireAgreement('status', request.status, cursor.status);
    requireAgreement('order_by', request.orderBy, cursor.orderBy);
  }
  const { status, orderBy = 'newest' } = cursor ?? request;
  const { stamp, facts } = await askPinned({ mirror, cursor, request }, (view) =>
    view.launches({ status, orderBy, after: cursor?.after, limit }),
  );
  return pageAnswer({
    stamp,
    rows: facts.launches,
    more: facts.more,
    cursor: ({ launch }) =>
      cursors.seal('launches', { ...pinOf(stamp), status, orderBy, after: launchPosition(orderBy, launch) }),
    body: (next_cursor) => ({
      source: sourceStamp(stamp),
      count: facts.count,
      next_cursor,
      results: facts.launches.map((launch) => launchAnswer(launch, stamp.identity, link)),
    }),
  });
}
