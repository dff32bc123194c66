import type { Clock } from '../core/kernel/clock.ts';
import type { Logger } from '../core/kernel/logger.ts';
import type { Cluster } from '../core/kernel/settings/schema.ts';
import type { Shutdown } from '../core/kernel/shutdown.ts';
import type { Olap, OlapLane } from '../core/olap/port.ts';
import type { Program } from '../idl/anchor/program.ts';
import { createProgramReads, type ProgramReads } from './read/programs/reads.ts';
import { createProgramStore } from './read/programs/store.ts';
import { unrepairedReader } from './read/unrepaired.ts';
import type { FollowedIndex } from './rest/readiness.ts';

export interface ProgramsOptions {
  readonly programs: readonly Program[];
  readonly olap: Olap;
  readonly cluster: Cluster;
  /** Shares a lane among the clients of the API. */
  readonly shared: (lane: OlapLane) => OlapLane;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly shutdown: Shutdown;
}

export interface OpenedPrograms {
  readonly reads: ReadonlyMap<string, ProgramReads>;
  /** What an API without launches is ready by. */
  readonly readiness: readonly FollowedIndex[];
  /** Reads what is new of a program, by name. */
  readonly nudge: (program: string) => void;
}

/** Follows the indexes of the configured programs until `shutdown`. */
export async function openPrograms(options: ProgramsOptions): Promise<OpenedPrograms | undefined> {
  if (options.programs.length === 0) return undefined;
  const opened = await Promise.all(options.programs.map((program) => openProgram(program, options)));
  return {
    reads: new Map(opened.map(({ reads }) => [reads.program.name, reads])),
    readiness: opened.map(({ store, olap: { reader }, reads }) => ({
      ...{ store, program: reads.program.name },
      unrepaired: unrepairedReader(reader, options.clock),
    })),
    nudge: (program) => opened.find(({ reads }) => reads.program.name === program)?.store.nudge(),
  };
}

async function openProgram(
  program: Program,
  { olap, cluster, shared, clock, shutdown, ...parts }: ProgramsOptions,
) {
  const own = await olap.database(program.database);
  const logger = parts.logger.child({ program: program.name });
  const expected = { cluster, programId: program.address };
  const store = createProgramStore({ olap: own, clock, logger, expected, program });
  const following = store.run(shutdown.signal);
  shutdown.onClose(`the index of ${program.name}`, () => following);
  const lanes = { lane: shared(own.reader), scanner: shared(own.scanner) };
  return { store, olap: own, reads: createProgramReads({ program, store, ...lanes, clock }) };
}
