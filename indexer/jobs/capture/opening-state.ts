import { accountDigest } from '../../audit/account-table.ts';
import type { CurrentAccount } from '../../model/account-states.ts';
import { closeAccount } from '../../model/closed-rows.ts';
import type { SlotBuffer } from '../../model/slot-buffer.ts';
import { goneView } from '../../model/source.ts';
import { type RowState, rowStates, type StateWriter, writeStateRow } from './row-states.ts';

export interface OpeningRows extends StateWriter {
  /** The slot of the state. */
  readonly slot: bigint;
  /** Accounts that the slot's own rows cover. */
  readonly except: ReadonlySet<string>;
  /** Whether the capture would have shown this account if it existed. */
  readonly watched: (address: string, account: CurrentAccount['account']) => boolean;
}

/**
 * The difference between capture and index at the slot where the capture takes over. It receives the capture's
 * snapshot and every slot up to that one, and keeps what differs and the digests of the index's accounts.
 */
export class OpeningState {
  readonly #known: Map<string, CurrentAccount>;
  readonly #seen = new Set<string>();
  readonly #differing = new Map<string, RowState>();

  /** `known` is the index's state at the same slot. */
  constructor(known: Map<string, CurrentAccount>) {
    this.#known = known;
  }

  see(buffer: SlotBuffer): void {
    for (const state of rowStates(buffer)) {
      const { address } = state;
      if (state.gone) {
        this.#seen.delete(address);
        this.#differing.delete(address);
        continue;
      }
      this.#seen.add(address);
      if (this.#known.get(address)?.digest === accountDigest(state).toString('hex'))
        this.#differing.delete(address);
      else this.#differing.set(address, state);
    }
  }

  /** Accounts of the capture that the index has unchanged. */
  get unchanged(): number {
    return this.#seen.size - this.#differing.size;
  }

  /** Writes the rows that turn the index's state into the capture's; returns how many accounts were not followed. */
  write(into: SlotBuffer, { slot, except, watched, decoder, program }: OpeningRows): number {
    let unwatched = 0;
    for (const [address, { account, lamports, data }] of this.#differing) {
      if (except.has(address)) continue;
      const state = { address: Buffer.from(address, 'latin1'), account, lamports, data };
      writeStateRow(into, slot, state, { decoder, program });
    }
    for (const [address, { account }] of this.#known) {
      if (this.#seen.has(address) || except.has(address)) continue;
      if (watched(address, account))
        closeAccount(into, goneView({ slot, address: Buffer.from(address, 'latin1') }), account);
      else unwatched += 1;
    }
    return unwatched;
  }
}
