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

/** An index that readiness is about. */
export interface FollowedIndex {
  /** The followed program; undefined for the launches. */
  readonly program?: string;
  readonly store: Pick<LatestStore, 'status'> & { readonly held: { readonly stamp: Stamp } | undefined };
  /** What the newest audit left unrepaired. */
  readonly unrepaired?: (() => Promise<Unrepaired | undefined>) | undefined;
}

export interface ReadinessParts {
  /** All of them have to be ready. */
  readonly indexes: readonly FollowedIndex[];
  readonly clock: Clock;
  readonly bounds?: ReadinessBounds | undefined;
  /** What this process's indexer does before the first slot is indexed, as text; undefined if it runs elsewhere. */
  readonly starting?: (() => string | undefined) | undefined;
}

/** Why an index should not be relied on now; undefined if all can. It recovers without a restart. */
export async function notReady({ indexes, ...parts }: ReadinessParts): Promise<NotReady | undefined> {
  const reasons = await Promise.all(indexes.map((index) => indexNotReady(index, parts)));
  return reasons.find((reason) => reason !== undefined);
}

async function indexNotReady(
  { program, ...index }: FollowedIndex,
  parts: Omit<ReadinessParts, 'indexes'>,
): Promise<NotReady | undefined> {
  const reason = await reasonAgainst(index, parts);
  if (reason === undefined || program === undefined) return reason;
  return { ...reason, detail: `Program ${program}: ${reason.detail}` };
}

async function reasonAgainst(
  { store, unrepaired }: Omit<FollowedIndex, 'program'>,
  { clock, starting, bounds = READINESS_BOUNDS }: Omit<ReadinessParts, 'indexes'>,
): Promise<NotReady | undefined> {
  const { status, held } = store;
  if (status.phase !== 'ready' || held === undefined) {
    const reason = reasonOf(status, starting?.());
    const { message: detail } = new LaunchlensError('MIRROR_NOT_READY', { reason });
    return { code: status.phase === 'failing' ? 'failing' : 'loading', detail };
  }
  return notCaughtUp(held.stamp.checkpoint, bounds, clock.now()) ?? different(unrepaired);
}

/** The stamp of the index that is furthest behind the chain. */
export function slowestStamp(indexes: readonly FollowedIndex[]): Stamp | undefined {
  const behind = ({ checkpoint: { chainSlot, slot } }: Stamp): bigint => chainSlot - slot;
  const stamps = indexes.flatMap(({ store: { held } }) => (held ? [held.stamp] : []));
  return stamps.reduce<Stamp | undefined>(
    (slowest, stamp) => (slowest && behind(slowest) >= behind(stamp) ? slowest : stamp),
    undefined,
  );
}

/** What the indexer does explains why nothing is indexed yet. */
function reasonOf(status: LatestStore['status'], step: string | undefined): string {
  if (status.phase === 'ready') return 'the newest state is not loaded';
  return status.phase === 'empty' && step !== undefined ? step : status.reason;
}

async function different(unrepaired: FollowedIndex['unrepaired']): Promise<NotReady | undefined> {
  try {
    const found = await unrepaired?.();
    return found && leftDifferent(found.slot, found.differences);
  } catch (error) {
    if (!isLaunchlensError(error)) throw error;
    return { code: 'failing', detail: `The audits cannot be read (${error.code}).` };
  }
}
