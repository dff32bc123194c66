import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { type LaunchChangesAnswer, launchChangesAnswer } from '../../schemas/rest/launch-changes.ts';
import { MINT_FIELD_NAMES } from '../../schemas/rest/mints.ts';
import {
  type DistributionQuantiles,
  distributionQuantiles,
  type PledgeDistributionAnswer,
  pledgeDistributionAnswer,
} from '../../schemas/rest/pledge-distribution.ts';
import { type RaiseCurveAnswer, raiseCurveAnswer } from '../../schemas/rest/raise-curve.ts';
import type { DistributionFacts } from '../read/model.ts';
import type { DistributionQuestion } from '../read/questions.ts';
import { type ChangesQuestion, launchChanges as changesFacts } from '../read/records/launch-changes.ts';
import { raiseCurve as curveFacts } from '../read/records/raise-curve.ts';
import type { Answered, MirrorContext } from './context.ts';
import { askFresh, askFreshRecords, type SlotRequest } from './freshness.ts';
import { withMints } from './launch-mints.ts';
import { sourceStamp } from './source-stamp.ts';
import { type Facts, writerOf } from './write.ts';

const APART = { source: true, ...MINT_FIELD_NAMES } as const;
const writeCurve = writerOf(raiseCurveAnswer.omit(APART));
const writeChanges = writerOf(launchChangesAnswer.omit({ source: true }));
const writeDistribution = writerOf(pledgeDistributionAnswer.omit(APART));

export interface RaiseCurveRequest extends SlotRequest {
  readonly launchId: bigint;
  /** Most points, 2 to 1000. */
  readonly points: number;
}

/** How the raise of a launch grew, in exact steps. @throws LAUNCH_NOT_FOUND and those of `askFresh` */
export async function raiseCurve(
  context: MirrorContext,
  request: RaiseCurveRequest,
): Promise<Answered<RaiseCurveAnswer>> {
  const { launchId, points } = request;
  const { stamp, facts } = await askFreshRecords(context.mirror, request, (records) =>
    curveFacts(records, { launchId, points }),
  );
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  const body = { source: sourceStamp(stamp), ...writeCurve({ launchId, ...facts }) };
  return withMints(context, { stamp, body });
}

/** When a launch changed. @throws LAUNCH_NOT_FOUND and those of `askFresh` */
export async function launchChanges(
  { mirror }: MirrorContext,
  request: SlotRequest & ChangesQuestion,
): Promise<Answered<LaunchChangesAnswer>> {
  const { launchId, around } = request;
  const { stamp, facts } = await askFreshRecords(mirror, request, (records) =>
    changesFacts(records, { launchId, around }),
  );
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  return { stamp, body: { source: sourceStamp(stamp), ...writeChanges({ launchId, ...facts }) } };
}

const BPS = 10_000n;

export type PledgeDistributionRequest = SlotRequest & DistributionQuestion;

/** How the pledges of a launch are distributed by amount. @throws LAUNCH_NOT_FOUND and those of `askFresh` */
export async function pledgeDistribution(
  context: MirrorContext,
  request: PledgeDistributionRequest,
): Promise<Answered<PledgeDistributionAnswer>> {
  const { launchId, buckets, edges } = request;
  const { stamp, facts } = await askFresh(context.mirror, request, (view) =>
    view.distribution({ launchId, buckets, edges }),
  );
  if (facts === undefined) throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  const { count, sum } = facts;
  const figures = writeDistribution({
    ...{ launchId, ...facts, giniBps: giniBps(facts), quantiles: quantilesOf(facts.quantiles) },
    mean: count === 0 ? null : sum / BigInt(count),
  });
  return withMints(context, { stamp, body: { source: sourceStamp(stamp), ...figures } });
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
