import type { LaunchGateReader } from '../read/launch-gate.ts';
import type { Mirror } from '../read/mirror.ts';
import type { Stamp } from '../read/model.ts';
import type { SharedChain } from './chain-turns.ts';
import type { CursorSeal } from './cursor.ts';
import type { ExplorerLink } from './explorer.ts';

/** What the actions of the launch mirror work with. */
export interface MirrorContext {
  readonly mirror: Mirror;
  readonly gate: LaunchGateReader;
  readonly cursors: CursorSeal;
  readonly link: ExplorerLink;
  /** The node to compare with; undefined where the operator named none. */
  readonly chain?: SharedChain | undefined;
}

/** An answer in wire shape, and the stamp that it is exact at. */
export interface Answered<Body> {
  readonly stamp: Stamp;
  readonly body: Body;
}

/** One page of a listing. */
export interface AnsweredPage<Body> extends Answered<Body> {
  /** The cursor that goes on after the result at `index` of this page, as `next_cursor` does after the last. */
  readonly cursorAfter: (index: number) => string;
}
