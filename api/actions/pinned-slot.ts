import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Mirror } from '../read/mirror.ts';
import type { Answer, MirrorView, Stamped } from '../read/questions.ts';

/** Refuses a cursor that a request contradicts; what the request leaves out, the cursor says. @throws CURSOR_MISMATCH */
export function requireAgreement<Value>(name: string, requested: Value | undefined, sealed: Value): void {
  if (requested !== undefined && requested !== sealed) throw new LaunchlensError('CURSOR_MISMATCH', { name });
}

export interface PinnedAsk {
  readonly mirror: Mirror;
  /** The slot of the listing's first page. */
  readonly cursorSlot: bigint | undefined;
  readonly asOfSlot: bigint | undefined;
}

/** Asks for a page of a listing at the slot of its first page. */
export async function askPinned<Facts>(
  { mirror, cursorSlot, asOfSlot }: PinnedAsk,
  question: (view: MirrorView) => Answer<Facts>,
): Promise<Stamped<Facts>> {
  if (cursorSlot !== undefined) requireAgreement('as_of_slot', asOfSlot, cursorSlot);
  try {
    return await mirror.ask(cursorSlot ?? asOfSlot, question);
  } catch (error) {
    // The cursor came from an API process that is ahead of this one: no fault of the client's.
    if (cursorSlot !== undefined && isLaunchlensError(error, 'SLOT_AHEAD')) {
      const reason = `it has not reached slot ${cursorSlot} of this cursor`;
      throw new LaunchlensError('MIRROR_NOT_READY', { reason }, error);
    }
    throw error;
  }
}
