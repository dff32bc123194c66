import type { LaunchGateReader } from '../read/launch-gate.ts';
import type { Mirror } from '../read/mirror.ts';
import type { Stamp } from '../read/model.ts';
import type { ProgramReads } from '../read/programs/reads.ts';
import type { ExplorerLink } from './addresses.ts';
import type { CursorSeal } from './cursor.ts';
import type { SharedChain } from './shared-chain.ts';
import type { TokenSymbols } from './token-symbols.ts';
import type { NameReader } from './tokens/name-reader.ts';

/** What accounts are shown with. */
export interface Labels {
  readonly link: ExplorerLink;
  readonly symbolOf: TokenSymbols;
}

export interface MirrorContext extends Labels {
  readonly mirror: Mirror;
  readonly gate: LaunchGateReader;
  readonly cursors: CursorSeal;
  /** The node to compare with; undefined if not configured. */
  readonly chain?: SharedChain | undefined;
  /** What tokens call themselves; undefined without a node. */
  readonly names?: NameReader | undefined;
  /** The followed programs, by name; omitted if there are none. */
  readonly programs?: ReadonlyMap<string, ProgramReads> | undefined;
  /** Hosts from which pages may load tokens' icons; none if left out. */
  readonly iconHosts?: readonly string[] | undefined;
}

/** An answer in wire format, and its stamp. */
export interface Answered<Body> {
  readonly stamp: Stamp;
  readonly body: Body;
}

export interface AnsweredPage<Body> extends Answered<Body> {
  /** The cursor after the result at `index` of this page, like `next_cursor` after the last. */
  readonly cursorAfter: (index: number) => string;
}
