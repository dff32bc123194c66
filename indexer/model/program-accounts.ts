import { AddressIndex } from './address-index.ts';
import type { ClosedAccount } from './closed-rows.ts';
import type { SlotBuffer } from './slot-buffer.ts';
import { ACCOUNT_VERSIONS } from './tables.ts';
import { viewOf } from './words.ts';

const KEY_BYTES = 32;
const { address: ADDRESS, type: TYPE } = ACCOUNT_VERSIONS.byName;

/**
 * Accounts of a followed program, and their types: some 50 bytes each. Closed ones stay, because they may be created
 * again, or their slot may turn out to be dead.
 */
export class ProgramAccounts {
  readonly #index = new AddressIndex();
  readonly #types: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** Adds the accounts of a slot or a snapshot. */
  learn({ accounts }: SlotBuffer): void {
    for (let row = 0; row < accounts.rows; row += 1) {
      const at = accounts.capacity * ADDRESS.prefix + row * KEY_BYTES;
      const entry = this.#index.entry(accounts.view, at);
      this.#index.setValue(entry, this.#number(accounts.bytes(TYPE, row).toString()));
    }
  }

  get size(): number {
    return this.#index.size;
  }

  clear(): void {
    this.#index.clear();
  }

  find(address: Uint8Array): ClosedAccount | undefined {
    const type = this.#types[this.#index.find(viewOf(address), 0)];
    return type === undefined ? undefined : { kind: 'account', type };
  }

  #number(type: string): number {
    const known = this.#numbers.get(type);
    if (known !== undefined) return known;
    const number = this.#types.push(type) - 1;
    this.#numbers.set(type, number);
    return number;
  }
}
