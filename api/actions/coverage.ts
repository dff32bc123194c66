import type { CoverageAnswer } from '../../schemas/rest/proof.ts';
import { coveragePage } from '../read/records/coverage-page.ts';
import { pinOf } from '../read/take-backs.ts';
import type { AnsweredPage, MirrorContext } from './context.ts';
import { askPinnedRecords, type SlotRequest } from './freshness.ts';
import { pageAnswer } from './page.ts';
import { sourceStamp } from './source-stamp.ts';
import { wireCount, wireInstant } from './wire.ts';

const MOST_LOST_RANGES = 200;

export interface CoverageRequest extends SlotRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** How each range of slots was indexed, newest first. @throws CURSOR_INVALID and those of `askFresh` */
export async function coverage(
  { mirror, cursors }: MirrorContext,
  request: CoverageRequest,
): Promise<AnsweredPage<CoverageAnswer>> {
  const { limit } = request;
  const cursor = request.cursor === undefined ? undefined : cursors.open('coverage', request.cursor);
  const { stamp, facts } = await askPinnedRecords({ mirror, cursor, request }, (records) =>
    coveragePage(records.ask, { after: cursor?.after, limit }),
  );
  const { first, lost } = facts.coverage;
  return pageAnswer({
    stamp,
    rows: facts.ranges,
    more: facts.more,
    cursor: ({ from, revision }) => cursors.seal('coverage', { ...pinOf(stamp), after: { from, revision } }),
    body: (next_cursor) => ({
      source: sourceStamp(stamp),
      first_slot: first === undefined ? null : wireCount(first),
      lost: lost
        .slice(-MOST_LOST_RANGES)
        .map(({ from, to }) => ({ from_slot: wireCount(from), to_slot: wireCount(to) })),
      next_cursor,
      results: facts.ranges.map((range) => ({
        from_slot: wireCount(range.from),
        to_slot: wireCount(range.to),
        state: range.state,
        origin: range.origin,
        cause: range.cause,
        recorded_at: wireInstant(range.recordedAt),
      })),
    }),
  });
}
