import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { LaunchStatus } from '../../schemas/launch-statuses.ts';
import type { LaunchOrder, PledgeOrder } from '../../schemas/rest/orders.ts';
import type { DistributionFacts, LaunchFacts, PledgeState, PledgeTotals, Stamp } from './model.ts';

/** Facts and the stamp that they are exact at, taken together. */
export interface Stamped<Facts> {
  readonly stamp: Stamp;
  readonly facts: Facts;
}

/** The newest state answers at once; history has to ask ClickHouse. */
export type Answer<Facts> = Stamped<Facts> | Promise<Stamped<Facts>>;

/** Where a launch stands in a list: the value that the list is ordered by, then the id. */
export interface LaunchPosition {
  readonly rank: bigint;
  readonly launchId: bigint;
}

export interface LaunchListQuestion {
  readonly status?: LaunchStatus | undefined;
  /** `newest` without one. */
  readonly orderBy?: LaunchOrder | undefined;
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

export interface LaunchDetailsQuestion {
  readonly launchIds: readonly bigint[];
  readonly wallet?: Pubkey | undefined;
}

export interface LaunchDetailFacts extends LaunchFacts {
  /** Present once the launch was settled. */
  readonly totals: PledgeTotals | undefined;
  /** The asked wallet's pledge; undefined when it has none. */
  readonly pledge: PledgeState | undefined;
}

/** Where a pledge stands in a list: the value that the list is ordered by (0 by key), then the key. */
export interface PledgePosition {
  readonly rank: bigint;
  readonly pledger: Pubkey;
}

export interface PledgeListQuestion {
  readonly launchId: bigint;
  /** `pledger` without one. */
  readonly orderBy?: PledgeOrder | undefined;
  /** Only pledges of at least this amount. */
  readonly minAmount?: bigint | undefined;
  /** Only pledges after this one. */
  readonly after?: PledgePosition | undefined;
  readonly limit: number;
}

export interface PledgePage {
  readonly pledges: readonly PledgeState[];
  readonly more: boolean;
}

/** The first pages of several launches, all in one order. */
export type FirstPagesQuestion = Omit<PledgeListQuestion, 'launchId' | 'after'> & {
  readonly launchIds: readonly bigint[];
};

export interface DistributionQuestion {
  readonly launchId: bigint;
  readonly buckets: number;
}

export interface PositionsQuestion {
  readonly wallet: Pubkey;
  /** Only positions in launches after this one, newest first. */
  readonly after?: LaunchPosition | undefined;
  readonly limit: number;
}

/** A launch and what the asked wallet pledged to it. */
export interface PositionFacts extends LaunchFacts {
  readonly pledge: PledgeState;
}

export interface PositionPage {
  readonly count: number;
  readonly positions: readonly PositionFacts[];
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
  /** Several launches at once, by id; those that do not exist are not in it. */
  details(question: LaunchDetailsQuestion): Answer<ReadonlyMap<bigint, LaunchDetailFacts>>;
  pledges(question: PledgeListQuestion): Answer<PledgePage | undefined>;
  /** The first pages of several launches at once; a launch that does not exist has an empty one. */
  firstPledgePages(question: FirstPagesQuestion): Answer<ReadonlyMap<bigint, PledgePage>>;
  distribution(question: DistributionQuestion): Answer<DistributionFacts | undefined>;
  /** The launches that exist and in which the wallet has a Pledge, newest launch first. */
  positions(question: PositionsQuestion): Answer<PositionPage>;
}
