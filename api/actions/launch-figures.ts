import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type {
  DistributionQuantiles,
  PledgeDistributionAnswer,
} from '../../schemas/rest/pledge-distribution.ts';
import type { RaiseCurveAnswer } from '../../schemas/rest/raise-curve.ts';
import type { DistributionFacts } from '../read/model.ts';
import { raiseCurve as curveFacts } from '../read/records/raise-curve.ts';
import type { Answered, MirrorContext } from './context.ts';
import { askFresh, askFreshRecords, type SlotRequest } from './freshness.ts';
import { sourceStamp, wireAmount, wireCount, wireTime } from './wire.ts';

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
  const body = {
    source: sourceStamp(stamp),
    launch_id: wireAmount(launchId),
    steps: facts.steps,
    points: facts.points.map((point) => ({
      slot: wireCount(point.slot),
      time: point.time === undefined ? null : wireTime(point.time),
      total_pledged: wireAmount(point.totalPledged),
      pledger_count: point.pledgerCount,
    })),
  };
  return { stamp, body };
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
  const body = {
    source: sourceStamp(stamp),
    launch_id: wireAmount(launchId),
    count: facts.count,
    sum: wireAmount(facts.sum),
    mean: facts.count === 0 ? null : wireAmount(facts.sum / BigInt(facts.count)),
    gini_bps: giniBps(facts),
    quantiles: quantilesAnswer(facts.quantiles),
    buckets: facts.buckets.map(({ from, to, count, sum }) => ({
      from: wireAmount(from),
      to: wireAmount(to),
      count,
      sum: wireAmount(sum),
    })),
  };
  return { stamp, body };
}

/** (2 Σ place × amount − (n + 1) Σ amount) ÷ (n Σ amount), in basis points, rounded down. */
function giniBps({ count, sum, rankedSum }: DistributionFacts): number | null {
  if (sum === 0n) return null;
  const n = BigInt(count);
  return Number(((2n * rankedSum - (n + 1n) * sum) * BPS) / (n * sum));
}

function quantilesAnswer(amounts: readonly bigint[]): DistributionQuantiles | null {
  if (amounts.length === 0) return null;
  const [min, p10, p25, p50, p75, p90, p99, max] = amounts.map(wireAmount) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  return { min, p10, p25, p50, p75, p90, p99, max };
}
