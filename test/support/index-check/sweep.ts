import type { AccountState, AccountStates, AccountVersion } from './index-state.ts';

/**
 * The accounts that exist at one slot after another, ascending, by versions that were read once: each the newest at or
 * below the slot. One reading serves all slots, where a query for each would take most of a test's time.
 */
export function statesOf(versions: readonly AccountVersion[]): (slot: bigint) => AccountStates {
  const waiting = [...versions].sort((one, other) => Number(one.slot - other.slot));
  const states = new Map<string, AccountState>();
  let next = 0;
  let last = -1n;
  return (slot) => {
    if (slot < last) throw new Error(`slot ${slot} was asked for after slot ${last}`);
    last = slot;
    for (let version = waiting[next]; version && version.slot <= slot; version = waiting[++next]) {
      if (version.closed) states.delete(version.address);
      else states.set(version.address, version);
    }
    return states;
  };
}
