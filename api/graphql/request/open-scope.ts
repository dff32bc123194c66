import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { CursorSeal } from '../../actions/cursor.ts';
import { freshSlot } from '../../actions/freshness.ts';
import type { Asker } from './asker.ts';
import { Scope } from './scope.ts';
import type { GraphqlServices } from './services.ts';
import type { Survey } from './survey.ts';

/**
 * Determines the slot of a request first: that of its cursors, otherwise the one that all root fields name, otherwise
 * the newest.
 * @throws MIRROR_NOT_READY, GRAPHQL_SLOTS_DIFFER, CURSOR_INVALID and the refusals of freshness
 */
export async function openScope(
  { store, context }: GraphqlServices,
  survey: Survey,
  asker: Asker,
): Promise<Scope> {
  const slot = requestSlot(survey, context.cursors);
  await freshSlot(context.mirror, {
    asOfSlot: slot,
    minSlot: survey.minSlot,
    maxLagSlots: survey.maxLagSlots === undefined ? undefined : BigInt(survey.maxLagSlots),
  });
  return new Scope(context, store.snapshot().stamp, slot, asker);
}

function requestSlot({ cursors, asOfSlots }: Survey, seal: CursorSeal): bigint | undefined {
  const [slot, ...others] = new Set(cursors.map((cursor) => seal.slotOf(cursor)));
  if (others.length > 0) throw new LaunchlensError('GRAPHQL_SLOTS_DIFFER', {});
  if (slot !== undefined) return slot;
  const [named, ...different] = new Set(asOfSlots);
  return different.length > 0 ? undefined : named;
}
