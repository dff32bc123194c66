import { type ClosedAccount, closeAccount } from '../model/closed-rows.ts';
import type { HeldWrite, SlotBuffer } from '../model/slot-buffer.ts';
import type { EmptiedAccount, SlotClosures } from '../model/slot-closures.ts';
import { goneView } from '../model/source.ts';
import { QUARANTINE } from '../model/tables.ts';
import type { FollowedAccounts } from './followed-accounts.ts';

export interface ClosingSlot {
  readonly slot: bigint;
  readonly buffer: SlotBuffer;
  /** Says what the account at an address is. */
  readonly known: Known;
}

interface Known {
  find(address: Uint8Array): ClosedAccount | undefined;
}

/** The launches, and the other accounts without a followed key. */
export function withLaunches(known: Known, launches: Pick<FollowedAccounts, 'launchAt'>): Known {
  return {
    find: (address) => {
      const launchId = launches.launchAt(address);
      return launchId === undefined ? known.find(address) : { kind: 'launch', launchId };
    },
  };
}

/** The addresses of accounts that ended in a slot, without what they were. */
export function endedIn({ closures, quarantine }: SlotBuffer): Uint8Array[] {
  const shown = [...closures.emptied, ...closures.ended].map(({ address }) => address);
  return [...shown, ...endedUnidentified(quarantine)];
}

/**
 * Writes the closures of launches, Pledges and unreadable accounts that the slot's transactions show, and returns their
 * number. Can be called again when more of the slot arrived.
 *
 * An account of the program is created, changed and closed only in transactions that name the program, and all of
 * those are subscribed to. So between the transactions that emptied it and the held update, the later one in the
 * block decides. An update whose transaction is unknown counts: at the indexed commitments, a node sends only the
 * last write of an account.
 */
export function closeAccounts(closing: ClosingSlot): number {
  const { slot, buffer, known } = closing;
  let count = identifyClosed(closing) + closeEnded(closing);
  for (const emptied of buffer.closures.emptied) {
    const account = known.find(emptied.address);
    if (!account) continue;
    const held = buffer.write(emptied.address);
    if (held && !outlives(emptied, held, buffer.closures)) continue;
    // The closure's own version is unknown. It must be above that of the update it follows and below any later
    // one.
    const writeVersion = held ? held.writeVersion + 1n : 0n;
    const view = goneView({ slot, writeVersion, ...emptied });
    if (closeAccount(buffer, view, account)) count += 1;
  }
  return count;
}

/** Whether the account was emptied after the held write, be that an update or an earlier closure. */
function outlives({ index }: EmptiedAccount, held: HeldWrite, closures: SlotClosures): boolean {
  const written = held.signature && closures.placeOf(held.signature);
  return written !== undefined && index > written;
}

/** An update without lamports and bytes shows that an account ended but not what it was; for a Pledge that is known. */
function identifyClosed({ slot, buffer, known }: ClosingSlot): number {
  return endedUnidentified(buffer.quarantine).filter((address) => {
    const account = known.find(address);
    const held = buffer.write(address);
    if (account?.kind !== 'pledge' || !held) return false;
    const signature = held.signature && Buffer.from(held.signature);
    const writeVersion = held.writeVersion + 1n;
    return closeAccount(
      buffer,
      goneView({ slot, address, writeVersion, ...(signature && { signature }) }),
      account,
    );
  }).length;
}

function endedUnidentified(quarantine: SlotBuffer['quarantine']): Buffer[] {
  const { address: ADDRESS, lamports } = QUARANTINE.byName;
  const ended: Buffer[] = [];
  for (let row = 0; row < quarantine.rows; row += 1) {
    if (quarantine.u64(lamports, row) === 0n) ended.push(Buffer.from(quarantine.bytes(ADDRESS, row)));
  }
  return ended;
}

/** The ends of a program's accounts that updates show. */
function closeEnded({ slot, buffer, known }: ClosingSlot): number {
  const ours = [...buffer.closures.ended].filter(({ address, writeVersion, signature, type }) => {
    const account =
      known.find(address) ?? (type === undefined ? undefined : ({ kind: 'account', type } as const));
    const view = goneView({ slot, address, writeVersion, ...(signature && { signature }) });
    return account !== undefined && closeAccount(buffer, view, account);
  });
  return ours.length;
}
