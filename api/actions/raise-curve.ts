import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { RaiseCurveAnswer } from '../../schemas/rest/raise-curve.ts';
import { raiseCurve as curveFacts } from '../read/records/raise-curve.ts';
import type { Answered, MirrorContext } from './context.ts';
import { askFreshRecords, type SlotRequest } from './freshness.ts';
import { sourceStamp } from './source-stamp.ts';
import { wireAmount, wireCount, wireTime } from './wire.ts';

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
