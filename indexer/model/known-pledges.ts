import { AddressIndex } from './address-index.ts';
import type { SlotBuffer } from './slot-buffer.ts';
import { PLEDGE_VERSIONS } from './tables.ts';
import { viewOf } from './words.ts';

/** What a Pledge account's table is ordered by. */
export interface PledgeIdentity {
  readonly launchId: bigint;
  /** 32 bytes. */
  readonly pledger: Uint8Array;
}

const KEY_BYTES = 32;
const FIRST_PLEDGES = 1_024;
const { address: ADDRESS, closed, launch_id, pledger: PLEDGER } = PLEDGE_VERSIONS.byName;

/**
 * Every Pledge that the index has ever seen, so that a closure, which shows an address and nothing else, can be told
 * from that of any other account. Some 90 to 180 bytes for each; a Pledge that was closed stays, because it may be
 * created again, or its slot may turn out to be dead.
 */
export class KnownPledges {
  readonly #index = new AddressIndex();
  #launches = new BigUint64Array(FIRST_PLEDGES);
  #pledgers = new Uint8Array(FIRST_PLEDGES * KEY_BYTES);

  get size(): number {
    return this.#index.size;
  }

  /** Learns the Pledges that a slot or a snapshot holds. */
  learn({ pledges }: SlotBuffer): void {
    const { view } = pledges;
    for (let row = 0; row < pledges.rows; row += 1) {
      const entry = this.#index.entry(view, pledges.capacity * ADDRESS.prefix + row * KEY_BYTES);
      if (this.#index.value(entry) >= 0 || pledges.u8(closed, row) === 1) continue;
      this.#put(entry, { launchId: pledges.u64(launch_id, row), pledger: pledges.bytes(PLEDGER, row) });
    }
  }

  add(address: Uint8Array, identity: PledgeIdentity): void {
    const entry = this.#index.entry(viewOf(address), 0);
    if (this.#index.value(entry) < 0) this.#put(entry, identity);
  }

  find(address: Uint8Array): PledgeIdentity | undefined {
    const entry = this.#index.find(viewOf(address), 0);
    if (entry < 0) return undefined;
    const at = entry * KEY_BYTES;
    return {
      launchId: this.#launches[entry] ?? 0n,
      pledger: this.#pledgers.subarray(at, at + KEY_BYTES),
    };
  }

  #put(entry: number, { launchId, pledger }: PledgeIdentity): void {
    if (entry >= this.#launches.length) this.#grow(entry);
    this.#index.setValue(entry, entry);
    this.#launches[entry] = launchId;
    this.#pledgers.set(pledger, entry * KEY_BYTES);
  }

  #grow(entry: number): void {
    const length = Math.max(this.#launches.length * 2, entry + 1);
    const launches = new BigUint64Array(length);
    launches.set(this.#launches);
    const pledgers = new Uint8Array(length * KEY_BYTES);
    pledgers.set(this.#pledgers);
    this.#launches = launches;
    this.#pledgers = pledgers;
  }
}
