import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import {
  type DistributionQuantiles,
  distributionQuantiles,
  type PledgeDistributionAnswer,
  pledgeDistributionAnswer,
} from '../../schemas/rest/pledge-distribution.ts';
import { type RaiseCurveAnswer, raiseCurveAnswer } from '../../schemas/rest/raise-curve.ts';
import type { DistributionFacts } from '../read/model.ts';
import { raiseCurve as curveFacts } from '../read/records/raise-curve.ts';
import type { Answered, MirrorContext } from './context.ts';
import { askFresh, askFreshRecords, type SlotRequest } from './freshness.ts';
import { sourceStamp } from './source-stamp.ts';
import { type Facts, writerOf } from './write.ts';

const writeCurve = writerOf(raiseCurveAnswer.omit({ source: true }));
const writeDistribution = writerOf(pledgeDistributionAnswer.omit({ source: true }));

export interface RaiseCurveRequest extends SlotRequest {
  readonly launchId: bigint;
  /** Most points, 2 to 1000. */
  readonly points: number;
}

/** How the raise of a launch grew, in exact steps. @throws LAUNCH_NOT_FOUND and those of `askFresh` */
export async function raiseCurve(
  { mirror }: MirrorContext,
  request: RaiseCurveRequest,
): Promise<Answered<RaiseCurveAnswer>> {
  const { launchId, points } = request;
  const { stamp, facts } = await askFreshRecords(mirror, request, (records) =>
    curveFacts(records, { launchId, points }),
  );
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  return { stamp, body: { source: sourceStamp(stamp), ...writeCurve({ launchId, ...facts }) } };
}

const BPS = 10_000n;

export interface PledgeDistributionRequest extends SlotRequest {
  readonly launchId: bigint;
  /** Most buckets, 1 to 100. */
  readonly buckets: number;
}

/** How the pledges of a launch are distributed by amount. @throws LAUNCH_NOT_FOUND and those of `askFresh` */
export async function pledgeDistribution(
  { mirror }: MirrorContext,
  request: PledgeDistributionRequest,
): Promise<Answered<PledgeDistributionAnswer>> {
  const { launchId, buckets } = request;
  const { stamp, facts } = await askFresh(mirror, request, (view) =>
    view.distribution({ launchId, buckets }),
  );
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  const { count, sum } = facts;
  const figures = writeDistribution({
    ...{ launchId, ...facts, giniBps: giniBps(facts), quantiles: quantilesOf(facts.quantiles) },
    mean: count === 0 ? null : sum / BigInt(count),
  });
  return { stamp, body: { source: sourceStamp(stamp), ...figures } };
}

/** (2 Σ place × amount − (n + 1) Σ amount) ÷ (n Σ amount), in basis points, rounded down. */
function giniBps({ count, sum, rankedSum }: DistributionFacts): number | null {
  if (sum === 0n) return null;
  const n = BigInt(count);
  return Number(((2n * rankedSum - (n + 1n) * sum) * BPS) / (n * sum));
}

function quantilesOf(amounts: readonly bigint[]) {
  if (amounts.length === 0) return null;
  const names = Object.keys(distributionQuantiles.shape);
  return Object.fromEntries(
    names.map((name, index) => [name, amounts[index]]),
  ) as Facts<DistributionQuantiles>;
}
