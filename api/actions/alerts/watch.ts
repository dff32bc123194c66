import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { repeat } from '../../../core/kernel/retries.ts';
import { afterLook } from '../../../core/rules/liquidation-alerts.ts';
import type { AlertSeen } from '../../../schemas/rest/liquidation-alerts.ts';
import type { AlertLease, AlertNote, AlertWatches } from '../../state/agent-records/alert-watches.ts';
import type { Venues } from '../../venues/venues.ts';
import { answerableError } from '../answerable.ts';
import { servingDue } from '../leased-work.ts';
import type { Measured } from '../measures.ts';
import { wireInstant } from '../wire.ts';
import { type PositionsSeen, positionsOf, whyNotWatched } from './positions.ts';

const MOST_RUNNING = 4;
/** Longer than a look takes: a venue answers within seconds for each of a few pages, or not at all. */
const LEASE_MS = 300_000;
/** Between two looks at a position; a look that failed is repeated then. */
const LOOK_MS = 60_000;
/** Until it is checked again whether a venue is configured by now. */
const UNWATCHED_MS = 10 * 60_000;
const EVERY_MS = 1_000;
const BACKOFF = { initialMs: 1_000, maximumMs: 30_000 };

export const ALERT_MEASURES = {
  prefix: 'launchlens_liquidation_alerts',
  states: ['due'],
  counts: ['sent', 'failures'],
} as const;

export interface AlertContext {
  readonly watches: AlertWatches;
  readonly venues: Pick<Venues, 'named'>;
  readonly stats: Measured<typeof ALERT_MEASURES>;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface AlertOptions {
  readonly context: AlertContext;
  readonly everyMs?: number;
  readonly signal: AbortSignal;
}

/** Looks at positions that alerts are about, until the signal aborts; running looks are completed then. */
export function watchAlerts({ context, everyMs = EVERY_MS, signal }: AlertOptions): Promise<void> {
  const { stats, clock, logger } = context;
  const due = { leases: context.watches, stats, leaseMs: LEASE_MS, most: MOST_RUNNING };
  const step = servingDue(due, (lease) => look(context, lease));
  return repeat(() => step(clock.now()), {
    ...{ clock, logger, signal, everyMs, backoff: BACKOFF },
    saying: 'looking at positions failed and is tried again',
    onFailure: () => {
      stats.failures += 1;
    },
  });
}

async function look(context: AlertContext, lease: AlertLease): Promise<void> {
  const { watches, venues, stats, clock } = context;
  const { memory, seen, body } = lease;
  const at = clock.now();
  if (whyNotWatched(venues, body.venue) !== undefined) {
    await watches.note(lease, { next: at + UNWATCHED_MS, at, memory, seen });
    return;
  }
  const noted = await noteOf(context, lease, at);
  if ((await watches.note(lease, noted)) && noted.alert !== undefined) stats.sent += 1;
}

async function noteOf(context: AlertContext, lease: AlertLease, at: number): Promise<AlertNote> {
  const { venues, stats, logger } = context;
  const { id, owner, body, memory } = lease;
  const next = at + LOOK_MS;
  try {
    const found = await positionsOf(venues, { ...body, owner: parsePubkey(owner) });
    return { next, at, ...noted(lease, found, at) };
  } catch (error) {
    const failure = answerableError(error);
    stats.failures += 1;
    logger.warn({ err: error, alert: id }, 'a position could not be looked at');
    return { next, at, memory, seen: seenOf(at, failure.message) };
  }
}

function noted(
  lease: AlertLease,
  found: PositionsSeen,
  now: number,
): Pick<AlertNote, 'memory' | 'seen' | 'alert'> {
  const { memory, body } = lease;
  const { nearest } = found;
  const seen = seenOf(now, sentenceOf(lease, found), nearest);
  // Prices that a venue leaves out say nothing; a position that is gone is over.
  if (nearest === undefined && (found.count > 0 || found.partial)) return { memory, seen };
  const threshold = BigInt(body.distance_bps);
  const { alerts, ...then } = afterLook(memory, { distance: nearest?.distance, threshold, now });
  return { memory: then, seen, alert: alerts && nearest ? alertOf(lease, nearest) : undefined };
}

function sentenceOf({ body }: AlertLease, { count, nearest, partial }: PositionsSeen): string {
  const place = `in ${body.market}`;
  const more = partial ? ' The venue lists more positions than are looked at.' : '';
  if (nearest !== undefined) {
    const { position, distance } = nearest;
    const from = `from its liquidation at ${position.liquidation_price}`;
    return `The price of ${position.mark_price} is ${distance} basis points ${from}.${more}`;
  }
  if (count > 0) return `The venue gives no liquidation price of the position ${place}.${more}`;
  return `The owner has no position ${place}.${more}`;
}

function seenOf(at: number, sentence: string, nearest?: PositionsSeen['nearest']): AlertSeen {
  const { position, distance } = nearest ?? {};
  return {
    ...{ at: wireInstant(at), sentence },
    position_id: position?.position_id ?? null,
    side: position?.side ?? null,
    distance_bps: distance === undefined ? null : Number(distance),
    mark_price: position?.mark_price ?? null,
    liquidation_price: position?.liquidation_price ?? null,
  };
}

function alertOf(
  { id, body, credentialId }: AlertLease,
  { position, distance }: NonNullable<PositionsSeen['nearest']>,
): AlertNote['alert'] {
  const { venue, market, distance_bps, note } = body;
  const { position_id, side, mark_price, liquidation_price } = position;
  return {
    ...{ alert_id: id, venue, market, position_id, side, distance_bps: Number(distance) },
    ...{ alert_distance_bps: distance_bps, mark_price, liquidation_price },
    ...{ note: note ?? null, credential_id: credentialId },
  };
}
