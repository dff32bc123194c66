import { parseArgs } from 'node:util';
import { sweepBoundaries } from './boundaries/main.ts';
import { SCENE_NAMES } from './boundaries/scenes.ts';
import type { SceneName } from './boundaries/walked.ts';
import { FAULT_KINDS } from './plan/draw-fault.ts';
import type { FaultKind, StoreKind, Subject } from './plan/fault.ts';
import { planOf } from './plan/plan.ts';
import { failureOf, lineOf } from './report/lines.ts';
import { describePlan } from './report/plan-text.ts';
import { runSeeds } from './report/pool.ts';
import { summaryOf } from './report/summary.ts';

const USAGE = `npm run chaos -- [--seeds N] [--minutes M] [--seed X] [--faults a,b] [--store KIND] [--jobs N] [--json]
       npm run chaos -- --boundaries [--scene NAME] [--only TEXT] [--store KIND] [--jobs N]

Follows the local chain through misfortunes that follow from a seed, and compares the index with the chain's own
store at every slot that the index calls known. Exits with 1 when anything differs.

  --seeds N     this many seeds, counted from 1 (default 20)
  --from N      the first of them (default 1)
  --minutes M   begin no seed after so many minutes
  --seed X      this seed alone, and print its plan first
  --faults a,b  draw from these kinds alone: ${FAULT_KINDS.join(', ')}
  --store KIND  embedded, server or cluster; left out, the seed decides
  --subject S   what is followed: launches (default), or vault, the second program of the local chain
  --jobs N      seeds side by side, each in a process of its own (default 1)
  --json        one JSON document in place of lines
  --boundaries  in place of seeds: SIGKILL at every boundary between two writes of the indexer, one after another
  --scene NAME  those alone that this scene passes: ${SCENE_NAMES.join(', ')}
  --only TEXT   those alone whose name holds this text
`;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    faults: { type: 'string' },
    store: { type: 'string' },
    subject: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    boundaries: { type: 'boolean', default: false },
    scene: { type: 'string' },
    only: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function usage(complaint?: string): never {
  if (complaint) process.stderr.write(`${complaint}\n\n`);
  process[complaint ? 'stderr' : 'stdout'].write(USAGE);
  process.exit(complaint ? 2 : 0);
}

function whole(name: 'seeds' | 'from' | 'jobs'): number {
  const value = Number(values[name]);
  return Number.isSafeInteger(value) && value > 0 ? value : usage(`--${name} is a whole number above zero`);
}

function faultKinds(): readonly FaultKind[] | undefined {
  if (values.faults === undefined) return undefined;
  const asked = values.faults.split(',');
  const unknown = asked.filter((kind) => !FAULT_KINDS.some((known) => known === kind));
  if (unknown.length > 0) usage(`no such fault: ${unknown.join(', ')}`);
  return FAULT_KINDS.filter((kind) => asked.includes(kind));
}

function storeKind(): StoreKind | undefined {
  const { store } = values;
  if (store === undefined || store === 'embedded' || store === 'server' || store === 'cluster') return store;
  return usage('--store is embedded, server or cluster');
}

function subjectOf(): Subject | undefined {
  const { subject } = values;
  if (subject === undefined || subject === 'launches' || subject === 'vault') return subject;
  return usage('--subject is launches or vault');
}

function sceneName(): SceneName | undefined {
  if (values.scene === undefined) return undefined;
  return SCENE_NAMES.find((scene) => scene === values.scene) ?? usage(`no such scene: ${values.scene}`);
}

function seeds(): readonly string[] {
  if (values.seed !== undefined) return [values.seed];
  const from = whole('from');
  return Array.from({ length: whole('seeds') }, (_, index) => String(from + index));
}

if (values.help) usage();
if (values.boundaries) {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  const { only } = values;
  const sound = await sweepBoundaries({
    store: storeKind(),
    scene: sceneName(),
    jobs: whole('jobs'),
    only,
    print,
  });
  process.exit(sound ? 0 : 1);
}
const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
if (minutes !== undefined && !(minutes > 0)) usage('--minutes is a number above zero');
const options = { store: storeKind(), faults: faultKinds(), subject: subjectOf() };
const plans = seeds().map((seed) => planOf(seed, options));
const print = (line: string): void => void (values.json || process.stdout.write(`${line}\n`));
if (values.seed !== undefined) for (const plan of plans) print(describePlan(plan));

const startedAt = performance.now();
const outcomes = await runSeeds(plans, {
  jobs: whole('jobs'),
  until: minutes === undefined ? undefined : startedAt + minutes * 60_000,
  onOutcome: (outcome) => {
    print(lineOf(outcome));
    if (outcome.wrong.length > 0) print(failureOf(outcome, options));
  },
});
const summary = summaryOf(outcomes, performance.now() - startedAt);
if (values.json) process.stdout.write(`${JSON.stringify({ ...summary.figures, outcomes }, null, 2)}\n`);
else print(`\n${summary.text}`);
process.exit(outcomes.some(({ wrong }) => wrong.length > 0) ? 1 : 0);
