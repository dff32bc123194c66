import { type Pubkey, parsePubkey, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import type { ChainAccount } from '../../read/chain/reader.ts';

const PROGRAM_ID = parsePubkey('AddressLookupTab1e1111111111111111111111111');
/** Bytes before the addresses. */
const META_BYTES = 56;
const KEY_BYTES = 32;
/** The first four bytes of an initialized table. */
const LOOKUP_TABLE = 1;

/** The addresses of a lookup table; undefined for other accounts. */
export function addressesOf(held: ChainAccount['held']): readonly Pubkey[] | undefined {
  const data = held?.data;
  if (data === undefined || held?.owner !== PROGRAM_ID || data.length < META_BYTES) return undefined;
  if (Buffer.from(data.subarray(0, 4)).readUInt32LE() !== LOOKUP_TABLE) return undefined;
  const count = Math.floor((data.length - META_BYTES) / KEY_BYTES);
  return Array.from({ length: count }, (_, index) => {
    const at = META_BYTES + index * KEY_BYTES;
    return pubkeyFromBytes(data.subarray(at, at + KEY_BYTES));
  });
}
