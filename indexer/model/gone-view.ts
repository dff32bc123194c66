import { type AccountView, LAMPORTS_AT, SLOT_AT, WRITE_VERSION_AT } from './account-view.ts';

export interface GoneAccount {
  readonly slot: bigint;
  readonly address: Buffer;
  readonly writeVersion?: bigint;
  /** 64 bytes, of the transaction that closed it. */
  readonly signature?: Buffer;
}

/** The view of an account that does not exist at `slot`. */
export function goneView({ slot, address, writeVersion = 0n, signature }: GoneAccount): AccountView {
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64LE(slot, SLOT_AT);
  numbers.writeBigUInt64LE(0n, LAMPORTS_AT);
  numbers.writeBigUInt64LE(writeVersion, WRITE_VERSION_AT);
  const bytes = signature ? Buffer.concat([address, signature]) : address;
  const signatureAt = signature ? address.length : -1;
  return { bytes, pubkeyAt: 0, ownerAt: 0, dataAt: 0, dataLength: 0, signatureAt, numbers };
}
