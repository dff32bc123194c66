import type { Clock } from '../../core/kernel/clock.ts';
import { isLaunchlensError, LaunchlensError } from '../../core/kernel/errors/error.ts';
import {
  leftDifferent,
  type NotReady,
  notCaughtUp,
  READINESS_BOUNDS,
  type ReadinessBounds,
} from '../../core/kernel/readiness.ts';
import type { LatestStore } from '../read/latest/store.ts';
import type { Stamp } from '../read/model.ts';
import type { Unrepaired } from '../read/unrepaired.ts';

export interface ReadinessParts {
  readonly store: Pick<LatestStore, 'status'> & { readonly held: { readonly stamp: Stamp } | undefined };
  readonly clock: Clock;
  readonly bounds?: ReadinessBounds | undefined;
  /** What the newest audit left unrepaired. */
  readonly unrepaired?: (() => Promise<Unrepaired | undefined>) | undefined;
  /** What this process's indexer does before the first slot is indexed, as text; undefined if it runs elsewhere. */
  readonly starting?: (() => string | undefined) | undefined;
}

/** Why the index should not be relied on now; undefined if it can. It recovers without a restart. */
export async function notReady(parts: ReadinessParts): Promise<NotReady | undefined> {
  const { store, clock, starting, bounds = READINESS_BOUNDS } = parts;
  const { status, held } = store;
  if (status.phase !== 'ready' || held === undefined) {
    const reason = reasonOf(status, starting?.());
    const { message: detail } = new LaunchlensError('MIRROR_NOT_READY', { reason });
    return { code: status.phase === 'failing' ? 'failing' : 'loading', detail };
  }
  return notCaughtUp(held.stamp.checkpoint, bounds, clock.now()) ?? different(parts);
}

/** What the indexer does explains why nothing is indexed yet. */
function reasonOf(status: LatestStore['status'], step: string | undefined): string {
  if (status.phase === 'ready') return 'the newest state is not loaded';
  return status.phase === 'empty' && step !== undefined ? step : status.reason;
}

async function different({ unrepaired }: ReadinessParts): Promise<NotReady | undefined> {
  try {
    const found = await unrepaired?.();
    return found && leftDifferent(found.slot, found.differences);
  } catch (error) {
    if (!isLaunchlensError(error)) throw error;
    return { code: 'failing', detail: `The audits cannot be read (${error.code}).` };
  }
}
