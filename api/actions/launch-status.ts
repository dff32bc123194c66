import { phaseOf } from '../../core/rules/phase.ts';
import type { LaunchStatusAnswer } from '../../schemas/rest/answers.ts';
import type { Answered, MirrorContext } from './context.ts';
import { askFresh, type SlotRequest } from './freshness.ts';
import { launchAnswer } from './launch-answer.ts';
import { launchGateAnswer } from './launch-gate/gate.ts';
import { sourceStamp } from './source-stamp.ts';

export type LaunchStatusRequest = SlotRequest;

/** The current launch on this cluster, and the launch gate. */
export async function launchStatus(
  { mirror, gate, link }: MirrorContext,
  request: LaunchStatusRequest,
): Promise<Answered<LaunchStatusAnswer>> {
  const [{ stamp, facts }, legs] = await Promise.all([
    askFresh(mirror, request, (view) => view.current()),
    gate.legs(),
  ]);
  const body = {
    source: sourceStamp(stamp),
    phase: phaseOf(facts?.launch),
    launch: facts === undefined ? null : launchAnswer(facts, stamp.identity, link),
    launch_gate: launchGateAnswer(legs),
  };
  return { stamp, body };
}
