import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { PledgeListAnswer } from '../../schemas/rest/answers.ts';
import type { PledgePage } from '../read/questions.ts';
import type { Answered, MirrorContext } from './context.ts';
import type { CursorSeal } from './cursor.ts';
import { askPinned, requireAgreement } from './pinned-slot.ts';
import { pledgeAnswer } from './pledge-answer.ts';
import { sourceStamp } from './source-stamp.ts';
import { wireAmount } from './wire.ts';

export interface ListPledgesRequest {
  readonly launchId: bigint;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly asOfSlot?: bigint | undefined;
}

/**
 * The pledges of one launch in key order, page by page at one slot.
 * @throws LAUNCH_NOT_FOUND, CURSOR_INVALID, CURSOR_MISMATCH
 */
export async function listPledges(
  { mirror, cursors }: MirrorContext,
  request: ListPledgesRequest,
): Promise<Answered<PledgeListAnswer>> {
  const { launchId, limit, asOfSlot } = request;
  const cursor = request.cursor === undefined ? undefined : cursors.openPledges(request.cursor);
  if (cursor !== undefined) requireAgreement('launch_id', launchId, cursor.launchId);
  const { stamp, facts } = await askPinned({ mirror, cursorSlot: cursor?.slot, asOfSlot }, (view) =>
    view.pledges({ launchId, after: cursor?.after, limit }),
  );
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  const body = {
    source: sourceStamp(stamp),
    launch_id: wireAmount(launchId),
    next_cursor: nextCursor(facts, { slot: stamp.slot, launchId }, cursors),
    results: facts.pledges.map(pledgeAnswer),
  };
  return { stamp, body };
}

function nextCursor(
  { pledges, more }: PledgePage,
  listing: { readonly slot: bigint; readonly launchId: bigint },
  cursors: CursorSeal,
): string | null {
  const last = pledges.at(-1);
  if (!more || last === undefined) return null;
  return cursors.seal({ listing: 'pledges', ...listing, after: last.pledger });
}
