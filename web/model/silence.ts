/** How long a page has heard nothing from the API. */
export type Silence = 'none' | 'asking' | 'missing' | 'lasting';

/** A slot of the chain. The index sends one event for each. */
export const SLOT_MS = 400;
/** After three missed slots the page asks; without an answer in a second, slots are missing. */
const ASKING_MS = 3 * SLOT_MS;
const MISSING_MS = ASKING_MS + 1_000;
const LASTING_MS = 6_000;

export function silenceOf(silentMs: number): Silence {
  if (silentMs < ASKING_MS) return 'none';
  if (silentMs < MISSING_MS) return 'asking';
  return silentMs < LASTING_MS ? 'missing' : 'lasting';
}
