import { afterAll, beforeAll } from 'vitest';
import {
  createProgramReads,
  type ProgramReads,
  type ProgramReadsOptions,
} from '../../../../api/read/programs/reads.ts';
import { createProgramStore } from '../../../../api/read/programs/store.ts';
import { systemClock } from '../../../../core/kernel/clock.ts';
import type { Olap } from '../../../../core/olap/port.ts';
import type { Program } from '../../../../idl/anchor/program.ts';
import { absent } from '../../../support/absent.ts';
import {
  type ApiUnderTest,
  type IndexUnderTest,
  openApi,
  openIndex,
  silentLogger,
} from '../../support/mirror-under-test.ts';
import { deskProgram, ProgramIndex } from './program-index.ts';

export interface FollowedProgram {
  readonly index: ProgramIndex;
  readonly reads: ProgramReads;
  /** Moves the index to a slot and waits until it is read. */
  show(slot: bigint): Promise<void>;
  stop(): Promise<void>;
}

type Reading = Pick<ProgramReadsOptions, 'exportPageRows'>;

/** An empty index of a program, and what reads it as the API does. */
export async function followProgram(
  olap: Olap,
  program: Program = deskProgram(),
  reading: Reading = {},
): Promise<FollowedProgram> {
  const index = await ProgramIndex.create(olap, program);
  const stopping = new AbortController();
  const store = createProgramStore({
    ...{ olap: index.olap, clock: systemClock, logger: silentLogger },
    expected: { programId: program.address },
    program,
    pollMs: 5,
  });
  const running = store.run(stopping.signal);
  const { reader: lane, scanner } = index.olap;
  const reads = createProgramReads({ program, store, lane, scanner, ...reading });
  return {
    index,
    reads,
    show: async (slot) => {
      await index.slots.checkpoint({ slot });
      if (!(await reads.reach(slot, 60_000))) throw new Error(`slot ${slot} was not reached`);
    },
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

export interface ProgramsSuite extends FollowedProgram {
  readonly api: ApiUnderTest;
  readonly olap: Olap;
}

/** An index of launches and one of a program, and the API over both, for the tests of the block in which it is called. */
export function programsSuite(
  fill: (followed: FollowedProgram) => Promise<void>,
  reading: Reading = {},
): ProgramsSuite {
  let under: IndexUnderTest | undefined;
  let followed: FollowedProgram | undefined;
  let api: ApiUnderTest | undefined;
  beforeAll(async () => {
    under = await openIndex();
    await under.index.reset();
    followed = await followProgram(under.olap, deskProgram(), reading);
    const programs = new Map([[followed.reads.program.name, followed.reads]]);
    api = openApi(under.olap, {}, { programs });
    await fill(followed);
  });
  afterAll(async () => {
    await api?.stop();
    await followed?.stop();
    await under?.dispose();
  });
  const opened = () => followed ?? absent<FollowedProgram>('program yet');
  return {
    get api() {
      return api ?? absent<ApiUnderTest>('API yet');
    },
    get olap() {
      return opened().index.olap;
    },
    get index() {
      return opened().index;
    },
    get reads() {
      return opened().reads;
    },
    show: (slot) => opened().show(slot),
    stop: () => opened().stop(),
  };
}
