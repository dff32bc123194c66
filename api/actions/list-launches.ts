import type { LaunchStatus } from '../../core/rules/phase.ts';
import type { LaunchListAnswer } from '../../schemas/rest/answers.ts';
import type { LaunchPage } from '../read/questions.ts';
import type { Answered, MirrorContext } from './context.ts';
import type { CursorSeal } from './cursor.ts';
import { launchAnswer } from './launch-answer.ts';
import { askPinned, requireAgreement } from './pinned-slot.ts';
import { sourceStamp } from './source-stamp.ts';

export interface ListLaunchesRequest {
  readonly status?: LaunchStatus | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly asOfSlot?: bigint | undefined;
}

/** Every indexed launch, newest first, page by page at one slot. @throws CURSOR_INVALID, CURSOR_MISMATCH */
export async function listLaunches(
  { mirror, cursors, link }: MirrorContext,
  request: ListLaunchesRequest,
): Promise<Answered<LaunchListAnswer>> {
  const { limit, asOfSlot } = request;
  const cursor = request.cursor === undefined ? undefined : cursors.openLaunches(request.cursor);
  if (cursor !== undefined) requireAgreement('status', request.status, cursor.status);
  const status = cursor?.status ?? request.status;
  const { stamp, facts } = await askPinned({ mirror, cursorSlot: cursor?.slot, asOfSlot }, (view) =>
    view.launches({ status, after: cursor?.after, limit }),
  );
  const body = {
    source: sourceStamp(stamp),
    count: facts.count,
    next_cursor: nextCursor(facts, { slot: stamp.slot, status }, cursors),
    results: facts.launches.map((launch) => launchAnswer(launch, stamp.identity, link)),
  };
  return { stamp, body };
}

function nextCursor(
  { launches, more }: LaunchPage,
  listing: { readonly slot: bigint; readonly status: LaunchStatus | undefined },
  cursors: CursorSeal,
): string | null {
  const last = launches.at(-1)?.launch;
  if (!more || last === undefined) return null;
  const { startTs, launchId } = last;
  return cursors.seal({ listing: 'launches', ...listing, after: { startTs, launchId } });
}
