import { formatCount, seconds } from './formats.ts';
import { silenceOf } from './silence.ts';

/** How far an answer can be relied on: fully, with a caveat, or not now. */
export type FreshnessLevel = 'unknown' | 'fresh' | 'behind' | 'broken';

export interface Freshness {
  readonly level: FreshnessLevel;
  /** A word or two. */
  readonly headline: string;
  /** One sentence each; empty while fresh. */
  readonly reasons: readonly string[];
  /** Whether events arrive now. */
  readonly live: boolean;
}

export interface FreshnessFacts {
  readonly source:
    | {
        readonly lastIndexedSlot: bigint;
        readonly lagSlots: bigint;
        readonly verifiedSlot: bigint | null;
        readonly unreadableAccounts: bigint | null;
      }
    | undefined;
  readonly ready:
    | {
        readonly status: 'ready';
        readonly checkpoint_age_seconds: bigint;
        readonly max_lag_slots: bigint;
        readonly max_age_seconds: bigint;
        readonly repairing: string | null;
      }
    | { readonly status: 'not_ready'; readonly detail: string }
    | undefined;
  readonly failure: { readonly message: string } | undefined;
  /** Whether the subscription is open, as far as the browser knows. */
  readonly connected: boolean;
  /** Whether anything arrived since the page was shown, and how long ago the last of it was. */
  readonly hearing: { readonly heard: boolean; readonly silentMs: number };
}

/** The fraction of the bounds of `/ready` at which to warn before they are reached. */
const EARLY = 3n;
/** An index is audited about once a minute; without an audit for this many lag bounds, warn. */
const UNVERIFIED_BOUNDS = 4n;

/**
 * Red if the API says so or cannot be reached; amber on the way there, if nothing proved the index recently, and if slots
 * are missing. A connection that is open without delivering anything counts as none.
 */
export function freshness(facts: FreshnessFacts): Freshness {
  const { source, ready, failure, connected, hearing } = facts;
  const silence = silenceOf(hearing.silentMs);
  const live = connected && hearing.heard && (silence === 'none' || silence === 'asking');
  const broken = (headline: string, reason: string): Freshness => ({
    level: 'broken',
    headline,
    reasons: [reason],
    live: false,
  });
  if (failure !== undefined) return broken('No answer', failure.message);
  if (silence === 'lasting') return broken('No answer', silentFor(hearing.silentMs));
  if (ready?.status === 'not_ready') return broken('Not ready', ready.detail);
  if (source === undefined || ready === undefined || !hearing.heard) {
    return { level: 'unknown', headline: 'Loading', reasons: [], live };
  }
  const reasons = caveats(source, ready);
  if (silence === 'missing') reasons.unshift(silentFor(hearing.silentMs));
  return reasons.length > 0
    ? { level: 'behind', headline: 'Behind', reasons, live }
    : { level: 'fresh', headline: live ? 'Live' : 'Connecting', reasons, live };
}

function silentFor(silentMs: number): string {
  return `Nothing has arrived for ${formatCount(seconds(silentMs), 'second')}.`;
}

type Ready = Extract<FreshnessFacts['ready'], { readonly status: 'ready' }>;

function caveats(source: NonNullable<FreshnessFacts['source']>, ready: Ready): string[] {
  const reasons: string[] = [];
  const { lagSlots, verifiedSlot, lastIndexedSlot, unreadableAccounts } = source;
  if (lagSlots * EARLY > ready.max_lag_slots) {
    reasons.push(`The index is ${formatCount(lagSlots, 'slot')} behind the chain.`);
  }
  if (ready.checkpoint_age_seconds * 2n > ready.max_age_seconds) {
    reasons.push(`The index has not moved for ${formatCount(ready.checkpoint_age_seconds, 'second')}.`);
  }
  if (verifiedSlot === null) {
    reasons.push('No audit has compared this index with the chain yet.');
  } else if (lastIndexedSlot - verifiedSlot > ready.max_lag_slots * UNVERIFIED_BOUNDS) {
    const slots = formatCount(lastIndexedSlot - verifiedSlot, 'slot');
    reasons.push(`The last audit that found index and chain equal is ${slots} old.`);
  }
  if (unreadableAccounts !== null && unreadableAccounts > 0n) {
    reasons.push(`${formatCount(unreadableAccounts, 'account')} cannot be read at this slot.`);
  }
  if (ready.repairing !== null) reasons.push(`Repairing: ${ready.repairing}.`);
  return reasons;
}
