import { gunzipSync, inflateSync } from 'node:zlib';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { type Pubkey, parsePubkey, pubkeyBytes, pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { findProgramAddress } from '../pda.ts';
import { MOST_IDL_BYTES } from './document.ts';

/** Keeps texts of programs on chain, among them IDLs; source: solana-program/program-metadata. */
export const PROGRAM_METADATA = parsePubkey('ProgM6JCCvbYkfKqJYHePx4xxSUSqJp7rh8Lyv7nk7S');

/** Of the accounts in which Anchor keeps IDLs: SHA-256 of `internal:IdlAccount`. */
const ANCHOR_DISCRIMINATOR = sha256(utf8ToBytes('internal:IdlAccount')).subarray(0, 8);
/** Discriminator, authority, length. */
const ANCHOR_HEADER_BYTES = 44;

/** The header of an account of the metadata program. */
const HEADER = { bytes: 96, encoding: 83, compression: 84, format: 85, source: 86, length: 87 } as const;
const SEED_BYTES = 16;
const KIND_METADATA = 2;
const FORMAT_JSON = 1;
/** The text itself; 1 and 2 stand for an address where it is. */
const SOURCE_DIRECT = 0;

/** What a node has at an address. */
export interface FoundAccount {
  readonly owner: string;
  readonly data: Uint8Array;
}

/** One place where the IDL of a program may be kept on chain. */
export interface IdlPlace {
  readonly address: Pubkey;
  /** The text in the account. @throws IDL_REFUSED */
  readonly read: (account: FoundAccount) => string;
}

/** Where the IDL of a program may be, in the order in which the newest is to be expected. */
export function placesOf(program: Pubkey): readonly IdlPlace[] {
  return [metadataPlace(program), anchorPlace(program)];
}

/** The account of the metadata program that only the program's own authority can write. */
export function metadataPlace(program: Pubkey): IdlPlace {
  const seed = new Uint8Array(SEED_BYTES);
  seed.set(utf8ToBytes('idl'));
  const { address } = findProgramAddress([pubkeyBytes(program), seed], pubkeyBytes(PROGRAM_METADATA));
  const key = pubkeyFromBytes(address);
  return { address: key, read: (account) => fromMetadata(key, account) };
}

/** Where Anchor before 1.0 puts it: an account of the program itself. */
function anchorPlace(program: Pubkey): IdlPlace {
  const owner = pubkeyBytes(program);
  const { address: base } = findProgramAddress([], owner);
  const address = pubkeyFromBytes(sha256(concatBytes(base, utf8ToBytes('anchor:idl'), owner)));
  return { address, read: (account) => fromAnchor(program, address, account) };
}

function fromAnchor(program: Pubkey, address: Pubkey, { owner, data }: FoundAccount): string {
  const bytes = Buffer.from(data);
  if (owner !== program || !bytes.subarray(0, 8).equals(ANCHOR_DISCRIMINATOR)) {
    throw refused(address, 'it is no IDL account of Anchor');
  }
  return unpacked(address, bodyOf(address, bytes, ANCHOR_HEADER_BYTES, ANCHOR_HEADER_BYTES - 4), inflateSync);
}

type Unpack = (packed: Buffer, limit: { readonly maxOutputLength: number }) => Buffer;

const DECOMPRESS: readonly Unpack[] = [asIs, gunzipSync, inflateSync];
/** Without an encoding, or as UTF-8, the bytes are the text. */
const DECODE: readonly ((text: Buffer) => Buffer)[] = [
  asIs,
  asIs,
  base58Text,
  (text: Buffer) => Buffer.from(text.toString('latin1'), 'base64'),
];

function fromMetadata(address: Pubkey, { owner, data }: FoundAccount): string {
  const bytes = Buffer.from(data);
  if (owner !== PROGRAM_METADATA || bytes[0] !== KIND_METADATA)
    throw refused(address, 'it holds no metadata');
  if (bytes[HEADER.source] !== SOURCE_DIRECT) throw refused(address, 'it only says where the IDL is');
  if (bytes[HEADER.format] !== FORMAT_JSON) throw refused(address, 'it is not JSON');
  const [decompress, decode] = [
    DECOMPRESS[bytes[HEADER.compression] ?? -1],
    DECODE[bytes[HEADER.encoding] ?? -1],
  ];
  if (!decompress || !decode) throw refused(address, 'its compression or encoding is not known');
  const body = bodyOf(address, bytes, HEADER.bytes, HEADER.length);
  return unpacked(address, body, (packed, limit) => decompress(decode(packed), limit));
}

function bodyOf(address: Pubkey, bytes: Buffer, at: number, lengthAt: number): Buffer {
  const length = bytes.length < at ? Number.POSITIVE_INFINITY : bytes.readUInt32LE(lengthAt);
  if (at + length > bytes.length) throw refused(address, 'it is cut off');
  return bytes.subarray(at, at + length);
}

function unpacked(address: Pubkey, packed: Buffer, unpack: Unpack): string {
  try {
    return unpack(packed, { maxOutputLength: MOST_IDL_BYTES }).toString('utf8');
  } catch (cause) {
    throw refused(address, 'it cannot be decompressed, or is too large', cause);
  }
}

function asIs(bytes: Buffer): Buffer {
  return bytes;
}

function base58Text(text: Buffer): Buffer {
  return Buffer.from(base58.decode(text.toString('latin1')));
}

function refused(address: Pubkey, reason: string, cause?: unknown): LaunchlensError {
  return new LaunchlensError('IDL_REFUSED', { path: `account ${address}`, reason }, cause);
}
