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
