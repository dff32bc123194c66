import type { StoreKind } from '../plan/fault.ts';
import { runWalks } from '../report/pool.ts';
import { type Boundary, kindOf, nameOf, withoutTwins } from './boundary.ts';
import { SCENES } from './scenes.ts';
import type { SceneName, Walked, WalkTask } from './walked.ts';

export interface SweepOptions {
  readonly stores: readonly StoreKind[];
  readonly scenes: readonly SceneName[];
  readonly jobs: number;
  /** Which of the boundaries that were counted are taken. */
  readonly choose: (tasks: readonly WalkTask[]) => readonly WalkTask[];
  readonly onWalked: (walked: Walked) => void;
}

/** What came of the walks that counted, and of one for each boundary. */
export interface Swept {
  readonly counted: readonly Walked[];
  readonly killed: readonly Walked[];
}

/** A walk that did not come by its boundary is taken again so often: a machine under load cuts batches otherwise. */
const TRIES = 3;

/** Counts the boundaries that each scene passes, and then takes it again for each of them with a SIGKILL just there. */
export async function sweep({ stores, scenes, jobs, choose, onWalked }: SweepOptions): Promise<Swept> {
  const countings = stores.flatMap((store) => scenes.map((scene): WalkTask => ({ scene, store })));
  const options = { jobs, until: undefined };
  const counted = await runWalks(countings, { ...options, onOutcome: onWalked });
  let waiting = kindsFirst(choose(counted.flatMap(boundariesOf)));
  const killed: Walked[] = [];
  for (let tried = 1; waiting.length > 0; tried++) {
    const came = await runWalks(waiting, {
      ...options,
      onOutcome: (walked) => {
        if (isFinal(walked, tried)) onWalked(walked);
      },
    });
    killed.push(...came.filter((walked) => isFinal(walked, tried)));
    waiting = came.filter((walked) => !isFinal(walked, tried)).map(({ task }) => task);
  }
  return { counted, killed };
}

function isFinal({ met, wrong }: Walked, tried: number): boolean {
  return met || wrong.length > 0 || tried === TRIES;
}

/** A task for each boundary that a walk has counted. */
function boundariesOf({ task, passed }: Walked): readonly WalkTask[] {
  const { counted } = SCENES[task.scene];
  const verbs = new Set<string>();
  return withoutTwins(untilFirstCheckpoint(passed))
    .filter((boundary) => counted[boundary.step]?.(boundary) && isPlaced(boundary) && isNew(boundary, verbs))
    .map((kill) => ({ ...task, kill }));
}

/** One of each kind, and then the others: a sweep that is broken off has met every kind first. */
function kindsFirst(tasks: readonly WalkTask[]): readonly WalkTask[] {
  const kinds = new Set<string>();
  const isFirst = ({ store, kill }: WalkTask): boolean => {
    const kind = kill ? `${store} ${kindOf(kill)}` : '';
    const known = kinds.has(kind);
    kinds.add(kind);
    return !known;
  };
  const [firsts, others]: [WalkTask[], WalkTask[]] = [[], []];
  for (const task of tasks) (isFirst(task) ? firsts : others).push(task);
  return [...firsts, ...others];
}

/** What a start writes ends with the first checkpoint; what comes then is the stream's, and as the machine has it. */
function untilFirstCheckpoint(passed: readonly Boundary[]): readonly Boundary[] {
  const name = nameOf({ step: 'start', statement: 'rows checkpoints', nth: 1, moment: 'after' });
  const first = passed.findIndex((boundary) => nameOf(boundary) === name);
  return passed.filter(({ step }, at) => step !== 'start' || at <= first);
}

/** A lease is renewed by the clock, wherever the process is by then. */
function isPlaced({ step, statement }: Boundary): boolean {
  return statement !== 'insert leases' || step === 'start' || step === 'end';
}

const SCHEMA = /^(create|alter|insert schema_migrations)/;

/** The process dies between any two statements of the schema, and under way in the first of each verb. */
function isNew({ statement, moment }: Boundary, verbs: Set<string>): boolean {
  const verb = SCHEMA.exec(statement)?.[0];
  if (verb === undefined || moment !== 'under way') return true;
  const known = verbs.has(verb);
  verbs.add(verb);
  return !known;
}
