import { AddressIndex } from '../model/address-index.ts';
import { viewOf } from '../model/words.ts';

/** An account followed by its key, and its role in a launch. Addresses are 32 raw bytes. */
export type Followed =
  | { readonly kind: 'launch'; readonly address: Uint8Array; readonly launchId: bigint }
  | { readonly kind: 'escrow' | 'vault'; readonly address: Uint8Array; readonly launchId: bigint }
  | { readonly kind: 'mint'; readonly address: Uint8Array };

/** The accounts followed by key. An address keeps the role in which it was first followed. */
export class FollowedAddresses {
  readonly #index = new AddressIndex();
  readonly #followed: Followed[] = [];

  /** False if the address is already followed in another role. */
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
