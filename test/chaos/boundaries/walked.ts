import type { StoreKind } from '../plan/fault.ts';
import type { Boundary } from './boundary.ts';

/** A scene to go through, and the boundary at which the process is to die. */
export interface WalkTask {
  readonly scene: SceneName;
  readonly store: StoreKind;
  /** Left out, nothing but what the scene itself does happens to the process. */
  readonly kill?: Boundary | undefined;
}

export type SceneName = 'begin' | 'correct' | 'recover' | 'fork' | 'return';

/** What came of one walk. */
export interface Walked {
  readonly task: WalkTask;
  /** Boundaries passed in the steps that the scene is for, in order. */
  readonly passed: readonly Boundary[];
  /** The process died where it was to. */
  readonly met: boolean;
  /** Slots at which whole states were compared. */
  readonly slots: number;
  readonly rows: number;
  readonly lives: number;
  readonly ms: number;
  /** It came to no verdict. */
  readonly crashed: boolean;
  /** Everything that is not as it must be, one line each; empty is a pass. */
  readonly wrong: readonly string[];
}

/** A walk that came to no verdict has not passed. */
export function brokenOff(task: WalkTask, why: string): Walked {
  const none = { passed: [], met: false, slots: 0, rows: 0, lives: 0, ms: 0 };
  return { task, ...none, crashed: true, wrong: [why] };
}
