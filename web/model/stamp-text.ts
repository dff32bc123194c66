import { span } from './formats.ts';
import { SLOT_MS } from './silence.ts';

const SECOND_MS = 1_000;
const MINUTE_SECONDS = 60n;

/** The most that the newest answer can be old: its own slot, those that the index lags, and how long nothing came. */
export function ageText(lagSlots: bigint, silentMs: number): string {
  const ms = (1n + lagSlots) * BigInt(SLOT_MS) + BigInt(silentMs);
  const tenths = ms / 100n;
  return ms < 10n * BigInt(SECOND_MS) ? `${tenths / 10n}.${tenths % 10n} s` : span(ms / BigInt(SECOND_MS));
}

interface Verified {
  readonly lastIndexedSlot: bigint;
  readonly verifiedSlot: bigint | null;
}

/** How long ago the index was last proven equal to the chain, in whole minutes. */
export function verifiedText({ lastIndexedSlot, verifiedSlot }: Verified): string {
  if (verifiedSlot === null) return 'not verified yet';
  const seconds = ((lastIndexedSlot - verifiedSlot) * BigInt(SLOT_MS)) / BigInt(SECOND_MS);
  if (seconds < MINUTE_SECONDS) return 'verified < 1 min ago';
  return `verified ${span(seconds - (seconds % MINUTE_SECONDS))} ago`;
}
