import type { Clock } from '../../../core/kernel/clock.ts';
import type { OlapLane } from '../../../core/olap/port.ts';
import type { Program } from '../../../idl/anchor/program.ts';
import { readSlotTime } from '../checkpoint.ts';
import { DigestMemory } from '../exports/digest-memory.ts';
import type { ExportRows } from '../exports/rows.ts';
import { type AskAt, askAt } from '../history/query.ts';
import type { Stamp } from '../model.ts';
import type { Stamped } from '../questions.ts';
import { createSlots } from '../slots.ts';
import { callTypesOf } from './calls/types.ts';
import { ProgramCounts } from './counts.ts';
import { type AccountRowsQuestion, accountRows } from './exports/rows.ts';
import type { ReadAt } from './read-at.ts';
import type { ProgramStore } from './store.ts';
import { accountTypesOf } from './types.ts';

export interface ProgramReadsOptions {
  readonly program: Program;
  readonly store: ProgramStore;
  readonly lane: OlapLane;
  /** For queries over whole tables; defaults to `lane`. */
  readonly scanner?: OlapLane | undefined;
  readonly clock?: Clock | undefined;
  readonly historyLimitMs?: number | undefined;
  readonly exportPageRows?: number | undefined;
}

const EXPORT_PAGE_ROWS = 32_768;

/** The accounts of one program, at its newest slot or any earlier one that is known. */
export type ProgramReads = ReturnType<typeof createProgramReads>;

export function createProgramReads({ program, store, lane, ...options }: ProgramReadsOptions) {
  const { scanner = lane, exportPageRows: pageRows = EXPORT_PAGE_ROWS } = options;
  const { limit, still, past, ...slots } = createSlots({ store, lane, ...options });
  const digests = new DigestMemory();
  const counts = new ProgramCounts();

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
    calls: callTypesOf(program),
    /** The steps of its index. */
    steps: { onStep: store.onStep, newest: () => store.held },
    /** The stamp of an answer at `slot`, or by default at the newest. @throws as `ask` */
    stampAt: (wanted: bigint | undefined) => stampAt(wanted),
    /**
     * Queries the state exactly at `slot`, or the newest by default.
     * @throws MIRROR_NOT_READY, SLOT_AHEAD, SLOT_NOT_HELD
     */
    ask: <Facts>(
      wanted: bigint | undefined,
      question: (ask: AskAt, at: ReadAt) => Promise<Facts>,
    ): Promise<Stamped<Facts>> =>
      still.settled(async () => {
        const signal = limit();
        const stamp = await stampAt(wanted, signal);
        const { rollbacks } = store.snapshot();
        const ask = askAt(lane, stamp, signal);
        const at: ReadAt = {
          stamp,
          before: (slot) => askAt(lane, { ...stamp, slot }, signal),
          counts: () => counts.at({ ask, stamp, rollbacks }),
        };
        return { stamp, facts: await question(ask, at) };
      }),
    /** The accounts of a type at a stamp of these reads, all of them or those that meet a condition. */
    accountRows: (stamp: Stamp, question: AccountRowsQuestion): ExportRows => {
      const rows = accountRows({ lane: scanner, stamp, pageRows }, question);
      const { sql, parameters } = question.condition;
      const listing = JSON.stringify([question.type.name, sql, parameters]);
      return digests.remembering(listing, stamp, still.rows(rows, stamp));
    },
  };
}
