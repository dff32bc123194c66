import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Pubkey, parsePubkey, pubkeyBytes, pubkeyFromBytes } from '../core/kernel/pubkey.ts';
import { findProgramAddress } from './pda.ts';

export const METADATA_PROGRAM_ID = parsePubkey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s');

/** What a token calls itself. Anybody may choose any name. */
export interface TokenMetadata {
  readonly name: string;
  readonly symbol: string;
  /** Where it says more about itself, off the chain; empty if nowhere. */
  readonly uri: string;
  /** May change it. */
  readonly updateAuthority: Pubkey | undefined;
}

const METADATA_V1 = 4;
const KEY_BYTES = 32;
const EMPTY = Buffer.alloc(KEY_BYTES);

/** The Token Metadata program's account of a mint. */
export function metadataAddress(mint: Pubkey): Pubkey {
  const program = pubkeyBytes(METADATA_PROGRAM_ID);
  const seeds = [utf8ToBytes('metadata'), program, pubkeyBytes(mint)];
  return pubkeyFromBytes(findProgramAddress(seeds, program).address);
}

/** Undefined for anything but that account. */
export function readMetadata(owner: Pubkey, data: Uint8Array): TokenMetadata | undefined {
  if (owner !== METADATA_PROGRAM_ID || data[0] !== METADATA_V1) return undefined;
  return metadataAt(data.subarray(1));
}

/** The metadata extension of a Token-2022 mint. */
export function readMetadataExtension(data: Uint8Array | undefined): TokenMetadata | undefined {
  return data && metadataAt(data);
}

/** Both begin with the update authority, the mint, the name, the symbol and the URI. */
function metadataAt(data: Uint8Array): TokenMetadata | undefined {
  const view = Buffer.from(data.buffer, data.byteOffset, data.length);
  const name = textAt(view, 2 * KEY_BYTES);
  const symbol = name && textAt(view, name.end);
  if (name === undefined || symbol === undefined) return undefined;
  const authority = view.subarray(0, KEY_BYTES);
  const updateAuthority = authority.equals(EMPTY) ? undefined : pubkeyFromBytes(authority);
  const uri = textAt(view, symbol.end)?.text.trim() ?? '';
  return { name: name.text, symbol: symbol.text, uri, updateAuthority };
}

/** Padded with zeros by the Token Metadata program. */
function textAt(view: Buffer, at: number): { readonly text: string; readonly end: number } | undefined {
  if (at + 4 > view.length) return undefined;
  const end = at + 4 + view.readUInt32LE(at);
  if (end > view.length) return undefined;
  return {
    text: view
      .subarray(at + 4, end)
      .toString('utf8')
      .replaceAll('\0', ''),
    end,
  };
}
