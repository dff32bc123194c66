import type { Pubkey } from '../../core/kernel/pubkey.ts';
import type { LaunchStatus } from '../../schemas/launch-statuses.ts';
import type { LaunchOrder, PledgeOrder } from '../../schemas/rest/orders.ts';
import type { BucketEdges } from '../../schemas/rest/pledge-distribution.ts';
import type { DistributionFacts, LaunchFacts, PledgeState, SettledFacts, Stamp } from './model.ts';

/** Facts and their stamp, taken together. */
export interface Stamped<Facts> {
  readonly stamp: Stamp;
  readonly facts: Facts;
}

/** The newest state answers synchronously; history queries ClickHouse. */
export type Answer<Facts> = Stamped<Facts> | Promise<Stamped<Facts>>;

/** The position of a launch in a list: its ordering value, then the id. */
export interface LaunchPosition {
  readonly rank: bigint;
  readonly launchId: bigint;
}

export interface LaunchListQuestion {
  readonly status?: LaunchStatus | undefined;
  /** `newest` by default. */
  readonly orderBy?: LaunchOrder | undefined;
  /** Only launches after this one. */
  readonly after?: LaunchPosition | undefined;
  readonly limit: number;
}

export interface LaunchPage {
  readonly count: number;
  readonly launches: readonly SettledFacts[];
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

export interface LaunchDetailFacts extends SettledFacts {
  /** The requested wallet's pledge; undefined if it has none. */
  readonly pledge: PledgeState | undefined;
}

/** The position of a pledge in a list: its ordering value (0 by key), then the key. */
export interface PledgePosition {
  readonly rank: bigint;
  readonly pledger: Pubkey;
}

export interface PledgeListQuestion {
  readonly launchId: bigint;
  /** `pledger` by default. */
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
  /** Most buckets of the histogram. */
  readonly buckets: number;
  /** `exact` by default. */
  readonly edges?: BucketEdges | undefined;
}

export interface PositionsQuestion {
  readonly wallet: Pubkey;
  /** Only positions in launches after this one, newest first. */
  readonly after?: LaunchPosition | undefined;
  readonly limit: number;
}

/** A launch and the requested wallet's pledge to it. */
export interface PositionFacts extends LaunchFacts {
  readonly pledge: PledgeState;
}

export interface PositionPage {
  readonly count: number;
  readonly positions: readonly PositionFacts[];
  readonly more: boolean;
}

/**
 * The queries of the launch mirror at one slot. Each is answered from one state, so that no answer mixes two slots.
 * Undefined facts mean that no such LaunchConfig exists.
 */
export interface MirrorView {
  /** The current launch; undefined when none exists. */
  current(): Answer<SettledFacts | undefined>;
  launches(question: LaunchListQuestion): Answer<LaunchPage>;
  launch(question: LaunchDetailQuestion): Answer<LaunchDetailFacts | undefined>;
  /** Several launches at once, by id; missing ones are omitted. */
  details(question: LaunchDetailsQuestion): Answer<ReadonlyMap<bigint, LaunchDetailFacts>>;
  pledges(question: PledgeListQuestion): Answer<PledgePage | undefined>;
  /** The first pages of several launches at once; a missing launch has an empty one. */
  firstPledgePages(question: FirstPagesQuestion): Answer<ReadonlyMap<bigint, PledgePage>>;
  distribution(question: DistributionQuestion): Answer<DistributionFacts | undefined>;
  /** The existing launches in which the wallet has a Pledge, newest launch first. */
  positions(question: PositionsQuestion): Answer<PositionPage>;
}
