import { type AccountView, type Transaction, WRITE_VERSION_AT } from './source.ts';
import { latin1Of } from './words.ts';

/** An account that a transaction of the slot left without lamports, and that no later one is known to have restored. */
export interface EmptiedAccount {
  readonly address: Buffer;
  /** Position in the block of the last transaction that emptied it. */
  readonly index: number;
  /** 64 bytes, that transaction's. */
  readonly signature: Buffer;
}

/** An update without lamports of an account whose table depends on what it was. */
export interface EndedAccount {
  readonly address: Buffer;
  readonly writeVersion: bigint;
  readonly signature: Buffer | undefined;
  /** The account type that its bytes still show. */
  readonly type: string | undefined;
}

/**
 * What the transactions of one slot show about accounts that ceased to exist. An account that left the program's
 * ownership gets no more updates, so only the closing transaction shows it.
 */
export class SlotClosures {
  /** Position in the block by signature, as bytes in a string. */
  readonly #places = new Map<string, number>();
  readonly #emptied = new Map<string, EmptiedAccount>();
  readonly #ended = new Map<string, EndedAccount>();

  /** Adds a transaction; false if it cannot change what is known of closures. */
  note({ signature, index, failed, emptied = [] }: Transaction): boolean {
    if (failed || index === undefined) return false;
    const name = latin1Of(signature);
    if (this.#places.has(name)) return false;
    this.#places.set(name, index);
    for (const key of emptied) {
      const known = this.#emptied.get(latin1Of(key));
      if (known && known.index > index) continue;
      this.#emptied.set(latin1Of(key), {
        address: Buffer.from(key),
        index,
        signature: Buffer.from(signature),
      });
    }
    return this.#emptied.size > 0;
  }

  /** Adds an update without lamports; false if a newer one is held. */
  end({ bytes, pubkeyAt, signatureAt, numbers }: AccountView, type: string | undefined): boolean {
    const address = Buffer.from(bytes.subarray(pubkeyAt, pubkeyAt + 32));
    const writeVersion = numbers.readBigUInt64LE(WRITE_VERSION_AT);
    const held = this.#ended.get(latin1Of(address));
    if (held && held.writeVersion >= writeVersion) return false;
    const signature =
      signatureAt < 0 ? undefined : Buffer.from(bytes.subarray(signatureAt, signatureAt + 64));
    this.#ended.set(latin1Of(address), { address, writeVersion, signature, type });
    return true;
  }

  /** Every account of which an update without lamports was added. */
  get ended(): Iterable<EndedAccount> {
    return this.#ended.values();
  }

  /** Every account that was emptied in the slot. */
  get emptied(): Iterable<EmptiedAccount> {
    return this.#emptied.values();
  }

  /** Position of a transaction in the block; undefined if unknown. */
  placeOf(signature: Uint8Array): number | undefined {
    return this.#places.get(latin1Of(signature));
  }

  clear(): void {
    this.#places.clear();
    this.#emptied.clear();
    this.#ended.clear();
  }
}
