/**
 * One account update, as a view of the bytes that carried it. Every source (stream, RPC snapshot, capture)
 * provides the same view. A sink may read it only during the call: the source reuses the object and the buffer.
 */
export interface AccountView {
  /** Holds the key, owner, data and signature. */
  readonly bytes: Buffer;
  readonly pubkeyAt: number;
  readonly ownerAt: number;
  readonly dataAt: number;
  readonly dataLength: number;
  /** Offset of the 64-byte transaction signature, or -1 if there is none. */
  readonly signatureAt: number;
  /** 24 bytes, little-endian u64 each: slot at 0, lamports at 8, write version at 16. */
  readonly numbers: Buffer;
}

export const SLOT_AT = 0;
export const LAMPORTS_AT = 8;
export const WRITE_VERSION_AT = 16;

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
