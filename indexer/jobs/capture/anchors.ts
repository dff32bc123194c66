import type { OlapLane } from '../../../core/olap/port.ts';
import { identityOf, readStates } from '../../model/account-states.ts';
import { type ClosedAccount, closeAccount } from '../../model/closed-rows.ts';
import { heldState } from '../../model/held-state.ts';
import { SlotBuffer } from '../../model/slot-buffer.ts';
import { goneView } from '../../model/source.ts';
import { LAUNCH_VERSIONS } from '../../model/tables.ts';
import { type StateWriter, writeStateRow } from './row-states.ts';

/** Accounts per query: they are sent as a parameter. */
const ASKED = 500;

export interface AnchorOptions extends StateWriter {
  readonly lane: OlapLane;
  /** Rows of at most this revision count. */
  readonly revision: bigint;
  /** The first known slot above the filled range. */
  readonly slot: bigint;
  readonly signal: AbortSignal;
}

/**
 * Keeps the answers above a filled range unchanged. An index has a row only where an account changed, so a row
 * inserted below would apply to every slot up to the account's next row. An anchor is a row at the first known
 * slot above, with the account's state there. It must be durable before the rows are, so that no answer ever
 * changes in between. It is not a change, so it names the slot of the change that it repeats.
 */
export async function anchorRows(
  accounts: ReadonlyMap<string, ClosedAccount>,
  { lane, revision, slot, signal, ...writer }: AnchorOptions,
): Promise<readonly SlotBuffer[]> {
  const rows = new SlotBuffer();
  const ends = new SlotBuffer();
  const changed = new Map<string, bigint>();
  const waiting = [...accounts];
  while (waiting.length > 0) {
    const asked = waiting.splice(0, ASKED);
    const addresses = asked.map(([address]) => Buffer.from(address, 'latin1'));
    const known = await readStates(lane, { slot, revision, addresses, signal });
    const byAddress = Map.groupBy(known, ({ address }) => address.toString('latin1'));
    for (const [address, account] of asked) {
      const states = byAddress.get(address) ?? [];
      if (states.some((state) => state.slot === slot && isRaw(state) === isRaw(account))) continue;
      const held = heldState(states);
      if (held && held.slot !== slot) {
        writeStateRow(rows, slot, { ...held, account: identityOf(held) }, writer);
        changed.set(address, held.changedSlot);
      }
      // A version inserted below would hide a state that is known only raw above.
      const hides = held && isRaw(held) && !isRaw(account);
      const gone = goneView({ slot, address: Buffer.from(address, 'latin1') });
      if (!held || hides) closeAccount(ends, gone, account);
    }
  }
  nameChanges(rows, (address) => changed.get(address) ?? slot);
  // If the index has no state of an account, its absence is not a change: the end names its own slot.
  nameChanges(ends, () => slot);
  return [rows, ends];
}

/** The columns that every version table starts with are at the same place in all of them. */
function nameChanges(
  { launches, pledges, tokenAccounts, mints }: SlotBuffer,
  changedIn: (address: string) => bigint,
): void {
  const { address, changed_slot } = LAUNCH_VERSIONS.byName;
  for (const block of [launches, pledges, tokenAccounts, mints]) {
    for (let row = 0; row < block.rows; row += 1) {
      block.setI64(changed_slot, row, changedIn(block.bytes(address, row).toString('latin1')));
    }
  }
}

/** Versions and quarantined bytes are in different tables, so a row of one does not end the other. */
function isRaw({ kind }: Pick<ClosedAccount, 'kind'>): boolean {
  return kind === 'quarantine';
}
