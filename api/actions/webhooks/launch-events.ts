import type { Queries } from '../../../core/oltp/port.ts';
import { phaseOf, settlementOutcome } from '../../../core/rules/phase.ts';
import type { LaunchStatus } from '../../../schemas/launch-statuses.ts';
import type { LaunchState } from '../../read/model.ts';
import { emitEvent } from '../../state/outbox/emit.ts';
import { wireAmount } from '../wire.ts';

/** The webhook events of a launch that enters another phase. */
export async function emitLaunchEvents(
  queries: Queries,
  { launch, before, at }: { launch: LaunchState; before: LaunchStatus | undefined; at: number },
): Promise<void> {
  const { address, status, updatedSlot: slot } = launch;
  const phase = phaseOf(launch);
  const common = { launch_id: wireAmount(launch.launchId), address, phase };
  const changed = { ...common, previous_phase: before ?? ('not_created' as const) };
  await emitEvent(queries, { kind: 'launch.phase_changed', at, slot, data: changed });
  const outcome = settlementOutcome(status);
  // Once per outcome: a launch that succeeded is already settled when it is finalized.
  if (outcome === undefined || (before !== undefined && settlementOutcome(before) === outcome)) return;
  const settled = {
    ...{ ...common, outcome, total_pledged: wireAmount(launch.totalPledged) },
    token_allocation: wireAmount(launch.tokenAllocation),
  };
  await emitEvent(queries, { kind: 'launch.settled', at, slot, data: settled });
}
