import type { Clock } from '../../../core/kernel/clock.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import type { Program } from '../../../idl/anchor/program.ts';
import { readSlotTime } from '../checkpoint.ts';
import { type AskAt, askAt } from '../history/query.ts';
import type { Stamp } from '../model.ts';
import type { Stamped } from '../questions.ts';
import { createSlots } from '../slots.ts';
import type { ProgramStore } from './store.ts';
import { accountTypesOf } from './types.ts';

export interface ProgramReadsOptions {
  readonly program: Program;
  readonly store: ProgramStore;
  readonly lane: OlapLane;
  readonly clock?: Clock | undefined;
  readonly historyLimitMs?: number | undefined;
}

/** The accounts of one program, at its newest slot or any earlier one that is known. */
export type ProgramReads = ReturnType<typeof createProgramReads>;

export function createProgramReads({ program, store, lane, ...options }: ProgramReadsOptions) {
  const { limit, still, past, ...slots } = createSlots({ store, lane, ...options });

  async function stampAt(wanted: bigint | undefined, signal = limit()): Promise<Stamp> {
    const snapshot = store.snapshot();
    const { stamp } = snapshot;
    const slot = past(wanted, snapshot);
    if (slot === undefined) return stamp;
    const now = await readSlotTime(lane, { slot, revision: stamp.checkpoint.revision }, signal);
    return { ...stamp, slot, now };
  }

  return {
    ...slots,
    program,
    types: accountTypesOf(program),
    /** The stamp of an answer at `slot`, or by default at the newest. @throws as `ask` */
    stampAt: (wanted: bigint | undefined) => stampAt(wanted),
    /**
     * Queries the state exactly at `slot`, or the newest by default.
     * @throws MIRROR_NOT_READY, SLOT_AHEAD, SLOT_NOT_HELD
     */
    ask: <Facts>(
      wanted: bigint | undefined,
      question: (ask: AskAt, stamp: Stamp) => Promise<Facts>,
    ): Promise<Stamped<Facts>> =>
      still.settled(async () => {
        const signal = limit();
        const stamp = await stampAt(wanted, signal);
        return { stamp, facts: await question(askAt(lane, stamp, signal), stamp) };
      }),
  };
}
