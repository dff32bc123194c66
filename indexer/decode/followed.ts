import { AddressIndex } from '../model/address-index.ts';
import { viewOf } from '../model/words.ts';

/** An account that is followed by its key, and what it is to a launch. Addresses are 32 raw bytes. */
export type Followed =
  | { readonly kind: 'launch'; readonly address: Uint8Array; readonly launchId: bigint }
  | { readonly kind: 'escrow' | 'vault'; readonly address: Uint8Array; readonly launchId: bigint }
  | { readonly kind: 'mint'; readonly address: Uint8Array };

/** The accounts followed by key. What an address was first followed as, it stays. */
export class FollowedAddresses {
  readonly #index = new AddressIndex();
  readonly #followed: Followed[] = [];

  /** False when the address is already followed as something else. */
  add(followed: Followed): boolean {
    const entry = this.#index.entry(viewOf(followed.address), 0);
    const known = this.#followed[this.#index.value(entry)];
    if (known === undefined) {
      this.#index.setValue(entry, this.#followed.push(followed) - 1);
      return true;
    }
    return sameRole(known, followed);
  }

  find(bytes: DataView, at: number): Followed | undefined {
    return this.#followed[this.#index.find(bytes, at)];
  }
}

function sameRole(a: Followed, b: Followed): boolean {
  if (a.kind === 'mint' || b.kind === 'mint') return a.kind === b.kind;
  return a.kind === b.kind && a.launchId === b.launchId;
}
