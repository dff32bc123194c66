import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import type { ExportRows } from './exports/rows.ts';
import type { Stamp } from './model.ts';
import type { Stamped } from './questions.ts';
import { pinOf, readRollbacks, survives } from './rollbacks.ts';

/** No fork is longer by far: everything deeper below the checkpoint is final. */
const FINAL_BELOW = 1_024n;
const ATTEMPTS = 3;

export interface StillThereOptions {
  readonly lane: OlapLane;
  /** Resolves when the newest state includes a rollback after `revision`, or after a timeout. */
  readonly caughtUp: (revision: bigint) => Promise<unknown>;
}

/**
 * Whether no rollback of the stamp's slot has begun. Ask after reading: rows may disappear from the moment that a
 * rollback is recorded.
 */
export async function isStillThere(
  lane: OlapLane,
  { checkpoint, slot }: Pick<Stamp, 'checkpoint' | 'slot'>,
  signal?: AbortSignal,
): Promise<boolean> {
  if (checkpoint.commitment === 'finalized' || slot <= checkpoint.finalizedSlot) return true;
  if (slot + FINAL_BELOW < checkpoint.slot) return true;
  return survives(
    pinOf({ slot, checkpoint }),
    await readRollbacks(lane, checkpoint.rollbackRevision, signal),
  );
}

/** Guards answers from tables that a rollback may change while they are read. */
export function stillThere({ lane, caughtUp }: StillThereOptions) {
  async function require(stamp: Stamp): Promise<void> {
    if (!(await isStillThere(lane, stamp)))
      throw new LaunchlensError('SLOT_TAKEN_BACK', { slot: stamp.slot });
  }

  return {
    /**
     * Answers from ClickHouse, and repeats the query after a concurrent rollback, which removes rows.
     * @throws SLOT_TAKEN_BACK if that continues
     */
    settled: async <Facts>(ask: () => Promise<Stamped<Facts>>) => {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await ask();
        if (await isStillThere(lane, answer.stamp)) return answer;
        if (attempt === ATTEMPTS) throw new LaunchlensError('SLOT_TAKEN_BACK', { slot: answer.stamp.slot });
        await caughtUp(answer.stamp.checkpoint.rollbackRevision);
      }
    },
    /** Rows that fail, at the digest or the end of the pages, after a rollback of their slots. */
    rows: (rows: ExportRows, stamp: Stamp): ExportRows => ({
      fields: rows.fields,
      digest: async (signal) => {
        const digest = await rows.digest(signal);
        await require(stamp);
        return digest;
      },
      pages: async function* (signal) {
        yield* rows.pages(signal);
        await require(stamp);
      },
    }),
  };
}
