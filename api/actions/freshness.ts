import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Mirror } from '../read/mirror.ts';
import type { Answer, MirrorView, Stamped } from '../read/questions.ts';
import type { MirrorRecords } from '../read/records/records.ts';
import type { Pin } from '../read/rollbacks.ts';

/** Longest wait for `min_slot`: a few slots, so that what was just confirmed can be read. */
const REACH_LIMIT_MS = 2_000;

/** Which state a request wants. Every read of the mirror accepts these. */
export interface SlotRequest {
  /** The state exactly at this slot; by default the newest. */
  readonly asOfSlot?: bigint | undefined;
  /** No older state: the answer waits up to two seconds for the index to reach this slot. */
  readonly minSlot?: bigint | undefined;
  /** Fails if the index is further behind the chain. */
  readonly maxLagSlots?: bigint | undefined;
}

/** What freshness is measured by, of the launches or of a program. */
export type SlotReader = Pick<Mirror, 'lag' | 'reach' | 'stampAt'>;

/**
 * The slot to answer at, once the index is as fresh as requested; undefined means the newest.
 * @throws MIN_SLOT_CONTRADICTED, INDEX_BEHIND_MIN_SLOT, INDEX_TOO_STALE
 */
export async function freshSlot(
  mirror: SlotReader,
  { asOfSlot, minSlot, maxLagSlots }: SlotRequest,
): Promise<bigint | undefined> {
  if (minSlot !== undefined) await requireReached(mirror, minSlot, asOfSlot);
  if (maxLagSlots !== undefined) {
    const lagSlots = mirror.lag();
    if (lagSlots > maxLagSlots) throw new LaunchlensError('INDEX_TOO_STALE', { lagSlots, maxLagSlots });
  }
  return asOfSlot;
}

async function requireReached(
  mirror: SlotReader,
  minSlot: bigint,
  pinned: bigint | undefined,
): Promise<void> {
  if (pinned !== undefined && pinned < minSlot) {
    throw new LaunchlensError('MIN_SLOT_CONTRADICTED', { minSlot, slot: pinned });
  }
  const lastIndexedSlot = await slotInsteadOf(mirror, minSlot);
  if (lastIndexedSlot !== undefined)
    throw new LaunchlensError('INDEX_BEHIND_MIN_SLOT', { minSlot, lastIndexedSlot });
}

/** Waits briefly for the index to reach a slot. Returns the newest indexed slot if it does not. */
export async function slotInsteadOf(mirror: SlotReader, slot: bigint): Promise<bigint | undefined> {
  return (await mirror.reach(slot, REACH_LIMIT_MS)) ? undefined : (await mirror.stampAt(undefined)).slot;
}

/** Queries the state that a request wants. @throws as `freshSlot` and `Mirror.ask` */
export async function askFresh<Facts>(
  mirror: Mirror,
  request: SlotRequest,
  question: (view: MirrorView) => Answer<Facts>,
): Promise<Stamped<Facts>> {
  return mirror.ask(await freshSlot(mirror, request), question);
}

/** Queries the records up to the slot that a request wants. @throws as `freshSlot` and `Mirror.ask` */
export async function askFreshRecords<Facts>(
  mirror: Mirror,
  request: SlotRequest,
  question: (records: MirrorRecords) => Promise<Facts>,
): Promise<Stamped<Facts>> {
  return mirror.askRecords(await freshSlot(mirror, request), question);
}

/** Refuses a cursor that contradicts the request; omitted parameters come from the cursor. @throws CURSOR_MISMATCH */
export function requireAgreement<Value>(name: string, requested: Value | undefined, sealed: Value): void {
  if (requested !== undefined && requested !== sealed) throw new LaunchlensError('CURSOR_MISMATCH', { name });
}

export interface PinnedAsk {
  readonly mirror: Pick<Mirror, 'requireShown'>;
  /** Names the slot of the listing's first page. */
  readonly cursor: Pin | undefined;
  readonly request: SlotRequest;
}

/** Asks for a page of a listing at the slot of its first page. @throws CURSOR_MISMATCH and those of `ask` */
export async function askPinned<Facts>(
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
