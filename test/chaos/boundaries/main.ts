import type { StoreKind } from '../plan/fault.ts';
import { kindOf, nameOf } from './boundary.ts';
import { SCENE_NAMES } from './scenes.ts';
import { type Swept, sweep } from './sweep.ts';
import type { SceneName, Walked, WalkTask } from './walked.ts';

/** Differences that are printed of a walk that failed. */
const SHOWN = 8;
const WIDTH = 400;

export interface BoundariesOptions {
  readonly store: StoreKind | undefined;
  readonly scene: SceneName | undefined;
  readonly jobs: number;
  /** Boundaries whose name holds this text. */
  readonly only: string | undefined;
  readonly print: (line: string) => void;
}

/** The whole sweep for people. True when every walk met its boundary and ended equal. */
export async function sweepBoundaries({
  store,
  scene,
  jobs,
  only,
  print,
}: BoundariesOptions): Promise<boolean> {
  const startedAt = performance.now();
  const swept = await sweep({
    stores: store ? [store] : ['embedded', 'server'],
    scenes: scene ? [scene] : SCENE_NAMES,
    jobs,
    choose: (tasks) => tasks.filter((task) => only === undefined || titleOf(task).includes(only)),
    onWalked: (walked) => print(lineOf(walked)),
  });
  print(`\n${summaryOf(swept, performance.now() - startedAt)}`);
  return failed(swept).length === 0;
}

function titleOf({ store, scene, kill }: WalkTask): string {
  return `${store} ${scene} | ${kill ? nameOf(kill) : 'to count'}`;
}

function lineOf({ task, met, slots, rows, lives, ms, wrong }: Walked): string {
  const counts = task.kill ? (met ? '' : ' | NOT MET') : ' | counted';
  const verdict = wrong.length === 0 ? 'equal' : `${wrong.length} WRONG`;
  const shown = wrong.slice(0, SHOWN).map((line) => `\n  ${line.slice(0, WIDTH)}`);
  const figures = `${slots} slots, ${rows} rows | ${lives} lives | ${(ms / 1000).toFixed(1)} s`;
  return `${titleOf(task)}${counts} | ${figures} | ${verdict}${shown.join('')}`;
}

function failed({ counted, killed }: Swept): readonly Walked[] {
  return [...counted, ...killed].filter(({ task, met, wrong }) => wrong.length > 0 || (task.kill && !met));
}

function summaryOf(swept: Swept, ms: number): string {
  const { counted, killed } = swept;
  const sum = (of: (walked: Walked) => number): number =>
    [...counted, ...killed].reduce((total, walked) => total + of(walked), 0);
  const byStore = Map.groupBy(killed, ({ task }) => task.store);
  const stores = [...byStore].map(([store, walks]) => {
    const kinds = new Set(walks.flatMap(({ task: { kill } }) => (kill ? [kindOf(kill)] : [])));
    const met = walks.filter(({ met }) => met).length;
    return `${store}: ${walks.length} boundaries of ${kinds.size} kinds, ${met} met by a SIGKILL`;
  });
  const bad = failed(swept);
  return [
    ...stores,
    `${sum(({ slots }) => slots)} slots and ${sum(({ rows }) => rows)} rows compared, ${sum(({ lives }) => lives)} lives, ` +
      `${sum(({ wrong }) => wrong.length)} wrong, in ${Math.round(ms / 1000)} s`,
    bad.length === 0
      ? 'every walk ended equal'
      : `FAILED: ${bad.map(({ task }) => titleOf(task)).join('; ')}`,
  ].join('\n');
}
