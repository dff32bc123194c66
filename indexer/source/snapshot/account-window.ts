import { PUBKEY_BYTES, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { ChainAccount } from '../../model/chain-read.ts';
import { type AccountView, LAMPORTS_AT, SLOT_AT } from '../../model/source.ts';

const NUMBERS_BYTES = 24;

/**
 * Presents RPC accounts as views, one after another in the same buffer. Their write version is 0 and their
 * signature absent: a snapshot knows the state at its slot, not which write made it.
 */
export class SnapshotWindow implements AccountView {
  bytes: Buffer = Buffer.alloc(2 * PUBKEY_BYTES + 1024);
  readonly pubkeyAt = 0;
  readonly ownerAt = PUBKEY_BYTES;
  readonly dataAt = 2 * PUBKEY_BYTES;
  dataLength = 0;
  readonly signatureAt = -1;
  readonly numbers: Buffer = Buffer.alloc(NUMBERS_BYTES);
  #owner = '';

  constructor(slot: bigint) {
    this.numbers.writeBigUInt64LE(slot, SLOT_AT);
  }

  show({ pubkey, owner, lamports, data }: ChainAccount): this {
    this.#reserve(this.dataAt + data.length);
    this.bytes.set(pubkeyBytes(pubkey), this.pubkeyAt);
    if (owner !== this.#owner) {
      this.bytes.set(pubkeyBytes(owner), this.ownerAt);
      this.#owner = owner;
    }
    this.bytes.set(data, this.dataAt);
    this.dataLength = data.length;
    this.numbers.writeBigUInt64LE(lamports, LAMPORTS_AT);
    return this;
  }

  #reserve(length: number): void {
    if (length <= this.bytes.length) return;
    this.bytes = Buffer.alloc(length * 2);
    this.#owner = '';
  }
}
