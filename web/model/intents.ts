import { INTENT_MOVES, intentAfter } from '../../core/rules/intents.ts';
import { INTENT_STATUSES, type IntentStatus } from '../../schemas/rest/intent-statuses.ts';
import { LAUNCH_ID } from './keys.ts';
import type { StatusText } from './launch.ts';

export { INTENT_STATUSES, type IntentStatus };

export const INTENT_WORDS: Readonly<Record<IntentStatus, StatusText>> = {
  proposed: {
    label: 'Waiting for you',
    tone: 'info',
    meaning: 'Nothing has moved, and nothing moves before your wallet signs.',
  },
  approved: {
    label: 'Approved',
    tone: 'info',
    meaning: 'Nothing moves before your wallet signs.',
  },
  submitted: { label: 'Sent', tone: 'warn', meaning: 'You signed it. Waiting for the chain.' },
  confirmed: { label: 'Confirmed', tone: 'good', meaning: 'The chain executed it.' },
  failed: {
    label: 'Failed',
    tone: 'bad',
    meaning: 'The chain did not execute it. Only the network fee was paid.',
  },
  rejected: { label: 'Rejected', tone: 'plain', meaning: 'You declined it. Nothing was signed or sent.' },
  expired: { label: 'Expired', tone: 'plain', meaning: 'It expired. Nothing moved.' },
};

/** Whether it is final. */
export const isOver = (status: IntentStatus): boolean =>
  INTENT_MOVES.every((move) => intentAfter(status, move) === undefined);

/** Whether the owner can still act on it. */
export const isOpen = (status: IntentStatus): boolean => status === 'proposed' || status === 'approved';

const OPEN_MS = 10_000;
const QUICK_MS = 1_000;
const SLOWEST_MS = 15_000;
/** The usual time of a chain. */
const QUICKLY_FOR_MS = 30_000;

/**
 * When to refresh an intent whose status has not changed for some time, in milliseconds; never once it is final. A
 * submitted intent is refreshed often at first, then less and less.
 */
export function askAgainMs(status: IntentStatus, waitedMs: number): number | false {
  if (isOver(status)) return false;
  if (status !== 'submitted') return OPEN_MS;
  if (waitedMs < QUICKLY_FOR_MS) return QUICK_MS;
  return Math.min(SLOWEST_MS, Math.floor(waitedMs / 10));
}

/**
 * When to refresh a listing with this many open pages, in milliseconds: agents propose while it is viewed. All of its
 * pages are refreshed each time, so more pages mean a longer interval.
 */
export const listAgainMs = (pages: number): number => OPEN_MS * pages;

/** How long a blockhash usually lasts: 150 blocks. */
const BLOCKHASH_SECONDS = 60n;

/** Whether a transaction is likely too old to land; both are Unix seconds of one clock. */
export const isStale = (madeAt: bigint, now: bigint): boolean => now - madeAt >= BLOCKHASH_SECONDS;

/** The launch that an intent is about, if any. */
export function launchOf({
  arguments: given,
}: {
  readonly arguments: Readonly<Record<string, unknown>>;
}): string | undefined {
  const id = given.launch_id;
  return typeof id === 'string' && LAUNCH_ID.test(id) ? id : undefined;
}

interface ShownInstruction {
  readonly arguments: Readonly<Record<string, unknown>>;
}

interface Moved {
  readonly amount: { readonly mint: string; readonly decimals: number } | null;
}

interface ShownIntent extends ShownInstruction {
  readonly plan_terms?: {
    readonly gives: readonly { readonly mint: string | null; readonly decimals: number | null }[];
  } | null;
}

/**
 * The decimals of mints, including those in an intent: in its plan and its arguments, which were checked when it was
 * proposed, and in the instructions of its transaction, if built.
 */
export function withToldDecimals(
  known: ReadonlyMap<string, number>,
  { arguments: { mint, decimals }, plan_terms: terms }: ShownIntent,
  instructions: readonly Moved[] = [],
): ReadonlyMap<string, number> {
  const all = new Map(known);
  for (const given of terms?.gives ?? [])
    if (given.mint !== null && given.decimals !== null) all.set(given.mint, given.decimals);
  const isCount = typeof decimals === 'bigint' || typeof decimals === 'number';
  if (typeof mint === 'string' && isCount) all.set(mint, Number(decimals));
  for (const { amount } of instructions) if (amount !== null) all.set(amount.mint, amount.decimals);
  return all;
}

/** `send_token_social` as `Send token social`. */
export const wordsOf = (name: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');

/** An address that may be linked: over TLS, without credentials in it. Undefined for anything else. */
export function safePlace(url: string): URL | undefined {
  const place = URL.parse(url);
  return place?.protocol === 'https:' && place.username === '' && place.password === '' ? place : undefined;
}
