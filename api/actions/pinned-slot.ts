import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Mirror } from '../read/mirror.ts';
import type { Answer, MirrorView, Stamped } from '../read/questions.ts';
import type { MirrorRecords } from '../read/records/records.ts';
import type { Pin } from '../read/take-backs.ts';
import { askFresh, askFreshRecords, type SlotRequest } from './freshness.ts';

/** Refuses a cursor that contradicts the request; omitted parameters come from the cursor. @throws CURSOR_MISMATCH */
export function requireAgreement<Value>(name: string, requested: Value | undefined, sealed: Value): void {
  if (requested !== undefined && requested !== sealed) throw new LaunchlensError('CURSOR_MISMATCH', { name });
}

export interface PinnedAsk {
  readonly mirror: Mirror;
  /** Names the slot of the listing's first page. */
  readonly cursor: Pin | undefined;
  readonly request: SlotRequest;
}

/** Queries a page of a listing at the slot of its first page. */
export function askPinned<Facts>(
  ask: PinnedAsk,
  question: (view: MirrorView) => Answer<Facts>,
): Promise<Stamped<Facts>> {
  return pinned(ask, (request) => askFresh(ask.mirror, request, question));
}

/** Queries the records for a page of a listing at the slot of its first page. */
export function askPinnedRecords<Facts>(
  ask: PinnedAsk,
  question: (records: MirrorRecords) => Promise<Facts>,
): Promise<Stamped<Facts>> {
  return pinned(ask, (request) => askFreshRecords(ask.mirror, request, question));
}

async function pinned<Facts>(
  { mirror, cursor, request }: PinnedAsk,
  ask: (request: SlotRequest) => Promise<Stamped<Facts>>,
): Promise<Stamped<Facts>> {
  if (cursor === undefined) return ask(request);
  const { slot } = cursor;
  requireAgreement('as_of_slot', request.asOfSlot, slot);
  try {
    const answer = await ask({ ...request, asOfSlot: slot });
    mirror.requireShown(cursor);
    return answer;
  } catch (error) {
    if (isLaunchlensError(error, 'SLOT_AHEAD')) mirror.requireShown(cursor);
    // The cursor came from an API process that is ahead of this one: not the client's fault.
    if (isLaunchlensError(error, 'SLOT_AHEAD')) {
      const reason = `it has not reached slot ${slot} of this cursor`;
      throw new LaunchlensError('MIRROR_NOT_READY', { reason }, error);
    }
    throw error;
  }
}
