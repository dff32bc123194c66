import { inChunks } from '../../core/kernel/chunks.ts';
import type { OlapLane } from '../../core/olap/port.ts';
import { type AccountBytes, readStates, type StatesQuestion } from '../model/account-states.ts';
import { heldState } from '../model/held-state.ts';

/** Addresses in one statement. */
const PORTION = 1_000;

export type HeldStates = ReadonlyMap<string, AccountBytes | undefined>;

/** What the index has of a few accounts at a slot, by address as raw bytes in a latin1 string. */
export async function statesAt(
  lane: OlapLane,
  { addresses, ...question }: StatesQuestion & { readonly addresses: readonly Uint8Array[] },
): Promise<HeldStates> {
  const held = new Map<string, AccountBytes | undefined>();
  for (const portion of inChunks(addresses, PORTION)) {
    const rows = await readStates(lane, { ...question, addresses: portion });
    const states = Map.groupBy(rows, ({ address }) => address.toString('latin1'));
    for (const [key, group] of states) held.set(key, heldState(group));
  }
  return held;
}
