import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { LaunchStatus } from '../../core/rules/phase.ts';
import type { LaunchFacts, PledgeState, PledgeTotals, Stamp } from './model.ts';

/** Facts and the stamp that they are exact at, taken together. */
export interface Stamped<Facts> {
  readonly stamp: Stamp;
  readonly facts: Facts;
}

/** The newest state answers at once; history has to ask ClickHouse. */
export type Answer<Facts> = Stamped<Facts> | Promise<Stamped<Facts>>;

/** Where a launch stands in a list, newest first. */
export interface LaunchPosition {
  readonly startTs: bigint;
  readonly launchId: bigint;
}

export interface LaunchListQuestion {
  readonly status?: LaunchStatus | undefined;
  /** Only launches after this one. */
  readonly after?: LaunchPosition | undefined;
  readonly limit: number;
}

export interface LaunchPage {
  readonly count: number;
  readonly launches: readonly LaunchFacts[];
  readonly more: boolean;
}

export interface LaunchDetailQuestion {
  readonly launchId: bigint;
  readonly wallet?: Pubkey | undefined;
}

export interface LaunchDetailFacts extends LaunchFacts {
  /** Present once the launch was settled. */
  readonly totals: PledgeTotals | undefined;
  /** The asked wallet's pledge; undefined when it has none. */
  readonly pledge: PledgeState | undefined;
}

export interface PledgeListQuestion {
  readonly launchId: bigint;
  /** Only pledgers whose key is greater. */
  readonly after?: Pubkey | undefined;
  readonly limit: number;
}

export interface PledgePage {
  readonly pledges: readonly PledgeState[];
  readonly more: boolean;
}

/**
 * The questions of the launch mirror at one slot. Each is answered whole from one state, so that no answer mixes
 * two slots. Undefined facts mean that no such LaunchConfig exists.
 */
export interface MirrorView {
  /** The current launch; undefined when none exists. */
  current(): Answer<LaunchFacts | undefined>;
  launches(question: LaunchListQuestion): Answer<LaunchPage>;
  launch(question: LaunchDetailQuestion): Answer<LaunchDetailFacts | undefined>;
  pledges(question: PledgeListQuestion): Answer<PledgePage | undefined>;
}
