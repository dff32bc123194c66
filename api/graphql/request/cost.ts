import type { Values } from './arguments.ts';

/**
 * What answering a field takes beside its sub-fields, in the time of one plain field. Fields that are not named take
 * 1. The named ones look through many pledges or ask ClickHouse.
 */
export const WEIGHTS: Readonly<Record<string, number>> = {
  'Launch.launchMintDecimals': 20,
  'Launch.pledgeMintDecimals': 20,
  'Launch.settlement': 5,
  'Launch.wallet': 5,
  'Launch.pledges': 20,
  'Launch.topPledgers': 100,
  'Launch.raiseCurve': 500,
  'Launch.pledgeDistribution': 500,
  'Launch.escrowFlows': 500,
  'Wallet.pledges': 100,
  'Query.launches': 20,
  'Query.audits': 100,
  'Audit.differing': 100,
  'Query.coverage': 100,
  'Query.verifyAccount': 5_000,
  'Query.rewardsSummary': 500,
  'Query.rewardsHistory': 500,
};

/** Lists without a size of their own are short. */
const LIST_LENGTH = 10;
/** Fields that hold the rows of a page. */
const PAGES = new Set(['edges', 'nodes', 'results']);
/** Arguments that say how many children a field may have. */
export const SIZE_ARGUMENTS = ['first', 'limit', 'points', 'buckets'] as const;

export interface FieldShape {
  readonly type: string;
  readonly field: string;
  readonly isList: boolean;
  readonly values: Values;
}

/** The cost of one field whose children cost `children` together: its weight, and its children once per row. */
export function fieldCost({ type, field, isList, values }: FieldShape, children: number): number {
  const weight = WEIGHTS[`${type}.${field}`] ?? 1;
  const size = SIZE_ARGUMENTS.map((name) => values[name]).find((value) => typeof value === 'number');
  // These hold the rows that what is around them was sized by.
  const isPage = PAGES.has(field);
  const rows = (size as number | undefined) ?? (isList && !isPage ? LIST_LENGTH : 1);
  return weight + rows * children;
}
