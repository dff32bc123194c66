import { encodePubkey, type Pubkey } from '../codec/base58.ts';
import { equalBytes } from '../codec/bytes.ts';
import { chainFailure } from '../failure.ts';
import { discriminator, type FieldType, type Layout } from './layout.ts';

interface Values {
  u8: number;
  bool: boolean;
  u32: number;
  u64: bigint;
  i64: bigint;
  pubkey: Pubkey;
}

export type Decoded<L extends Layout> = {
  readonly [Name in keyof L['fields']]: Values[L['fields'][Name][1]];
};

/** Reads every field of the layout, after checking size and discriminator; `address` names the account in a failure. */
export function decodeAccount<L extends Layout>(layout: L, address: Pubkey, data: Uint8Array): Decoded<L> {
  if (data.length !== layout.size) {
    throw chainFailure(
      `${layout.name} account ${address} holds ${data.length} bytes instead of ${layout.size}`,
    );
  }
  if (!equalBytes(data.subarray(0, 8), discriminator(layout))) {
    throw chainFailure(`account ${address} does not carry the discriminator of a ${layout.name}`);
  }
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const entries = Object.entries(layout.fields).map(([name, [offset, type]]) => {
    const value = read(view, offset, type);
    if (value === undefined) {
      throw chainFailure(`${layout.name} account ${address} holds no ${type} in ${name}`);
    }
    return [name, value];
  });
  return Object.fromEntries(entries) as Decoded<L>;
}

function read(view: DataView, offset: number, type: FieldType): Values[FieldType] | undefined {
  switch (type) {
    case 'u8':
      return view.getUint8(offset);
    case 'bool': {
      // Borsh allows only 0 and 1; anything else means an unknown layout.
      const byte = view.getUint8(offset);
      return byte > 1 ? undefined : byte === 1;
    }
    case 'u32':
      return view.getUint32(offset, true);
    case 'u64':
      return view.getBigUint64(offset, true);
    case 'i64':
      return view.getBigInt64(offset, true);
    case 'pubkey':
      return encodePubkey(new Uint8Array(view.buffer, view.byteOffset + offset, 32));
  }
}
