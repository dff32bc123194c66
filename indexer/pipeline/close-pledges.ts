import { closeAccount } from '../model/closed-rows.ts';
import { goneView } from '../model/gone-view.ts';
import type { KnownPledges } from '../model/known-pledges.ts';
import type { HeldWrite, SlotBuffer } from '../model/slot-buffer.ts';
import type { EmptiedAccount, SlotClosures } from '../model/slot-closures.ts';

export interface ClosingSlot {
  readonly slot: bigint;
  readonly buffer: SlotBuffer;
  readonly known: KnownPledges;
}

/**
 * Writes the closures of Pledges that the slot's transactions tell, and gives their number. May be asked again when
 * more of the slot came.
 *
 * A Pledge comes to exist, changes and ceases to exist only in transactions that name the program, and all of those are
 * subscribed to; so of the transactions that emptied it and the update that is held, whichever stands later in the block
 * tells how the slot left it. An update whose transaction is not known stands: at the commitments that are indexed a
 * node sends the last write of an account and no other.
 */
export function closePledges({ slot, buffer, known }: ClosingSlot): number {
  let count = 0;
  for (const emptied of buffer.closures.emptied) {
    const pledge = known.find(emptied.address);
    if (!pledge) continue;
    const held = buffer.write(emptied.address);
    if (held && !outlives(emptied, held, buffer.closures)) continue;
    // The closure's own version is not told. It is above that of the update it follows and below that of any to come.
    const writeVersion = held ? held.writeVersion + 1n : 0n;
    const view = goneView({ slot, writeVersion, ...emptied });
    if (closeAccount(buffer, view, { kind: 'pledge', ...pledge })) count += 1;
  }
  return count;
}

/** Whether the account was emptied after the write that is held, be that an update or an earlier closure. */
function outlives({ index }: EmptiedAccount, held: HeldWrite, closures: SlotClosures): boolean {
  const written = held.signature && closures.placeOf(held.signature);
  return written !== undefined && index > written;
}
