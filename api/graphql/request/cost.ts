import { MIRROR_READS, REWARD_READS } from '../../actions/reads/all.ts';
import { SIZES, type Values } from './sizes.ts';

const OF_READS = [...MIRROR_READS, ...REWARD_READS].flatMap(({ field, cost }) =>
  field !== undefined && cost !== undefined ? [[field, cost] as const] : [],
);

/**
 * The cost of a field besides its sub-fields, relative to one plain field. Unnamed fields cost 1. The named ones read
 * many pledges or query ClickHouse.
 */
export const WEIGHTS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(OF_READS),
  'Launch.launchMintDecimals': 20,
  'Launch.pledgeMintDecimals': 20,
  'Launch.settlement': 5,
  'Launch.wallet': 5,
  'Launch.topPledgers': 100,
  'Audit.differing': 100,
};

/** Lists without a size argument are short. */
const LIST_LENGTH = 10;
/** Fields with the rows of a page. */
const PAGES = new Set(['edges', 'nodes', 'results']);

export interface FieldShape {
  readonly type: string;
  readonly field: string;
  readonly isList: boolean;
  readonly values: Values;
  /** Its weight, if it has its own. */
  readonly cost?: number | undefined;
}

/** The cost of one field whose children cost `children` together: its weight, plus its children once per row. */
export function fieldCost({ type, field, isList, values, cost }: FieldShape, children: number): number {
  const weight = cost ?? WEIGHTS[`${type}.${field}`] ?? 1;
  const size = [...SIZES.keys()].map((name) => values[name]).find((value) => typeof value === 'number');
  // Their rows are already counted by the field around them.
  const isPage = PAGES.has(field);
  const rows = (size as number | undefined) ?? (isList && !isPage ? LIST_LENGTH : 1);
  return weight + rows * children;
}
