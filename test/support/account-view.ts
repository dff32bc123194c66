import { type AccountView, LAMPORTS_AT, SLOT_AT, WRITE_VERSION_AT } from '../../indexer/model/source.ts';

export interface AccountUpdate {
  readonly pubkey: Uint8Array;
  readonly owner: Uint8Array;
  readonly data: Uint8Array;
  readonly lamports?: bigint;
  readonly slot?: bigint;
  readonly writeVersion?: bigint;
  readonly signature?: Uint8Array;
}

/** An update as a source would show it: somewhere inside a larger buffer, at no particular alignment. */
export function accountView(update: AccountUpdate): AccountView {
  const { pubkey, owner, data, lamports = 1_000_000n, slot = 100n, writeVersion = 1n, signature } = update;
  const parts = [
    Buffer.alloc(3, 0xee),
    owner,
    pubkey,
    signature ?? Buffer.alloc(0),
    data,
    Buffer.alloc(5, 0xee),
  ];
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64LE(slot, SLOT_AT);
  numbers.writeBigUInt64LE(lamports, LAMPORTS_AT);
  numbers.writeBigUInt64LE(writeVersion, WRITE_VERSION_AT);
  const signatureAt = 3 + 64;
  return {
    bytes: Buffer.concat(parts),
    ownerAt: 3,
    pubkeyAt: 3 + 32,
    signatureAt: signature ? signatureAt : -1,
    dataAt: signatureAt + (signature?.length ?? 0),
    dataLength: data.length,
    numbers,
  };
}

/** 32 bytes that begin with `label` and are otherwise zero. */
export function keyOf(label: string): Buffer {
  const bytes = Buffer.alloc(32);
  bytes.write(label);
  return bytes;
}
