import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Pubkey, parsePubkey, pubkeyBytes, pubkeyFromBytes } from '../core/kernel/pubkey.ts';
import { findProgramAddress } from './pda.ts';

/** The accounts of a `.sol` name, and the order in which SNS-IP-5 reads them. */

export const NAME_PROGRAM_ID = parsePubkey('namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX');
export const NAME_TOKENIZER_ID = parsePubkey('nftD3vbNkNqfj2Sd3HZwbpw4BxxKWr4AjGb9X38JeZk');
const SOL_DOMAIN = parsePubkey('58PwtjSDuFHuUkYjH9BYnnQKHfwo9reZhC2zMJv9JPkx');
const RECORDS_V2_CLASS = parsePubkey('2pMnqHvei2N5oDcVGCRdZx48gqti199wr5CsyTTafsbo');

const NO_KEY = new Uint8Array(32);
const HEADER_BYTES = 96;
const OWNER_AT = 32;
const KEY_BYTES = 32;
const ACTIVE_NFT = 2;
/** Validation by a Solana signature, whose id is a key. */
const BY_SOLANA = 1;
const RECORD_HEADER_BYTES = 8;

export interface NameAddresses {
  readonly registry: Pubkey;
  /** Exists while the name is a token. */
  readonly nft: Pubkey;
  /** Where the owner may say that the name means another wallet: the older and the newer form. */
  readonly recordV1: Pubkey;
  readonly recordV2: Pubkey;
}

/** @param label without `.sol` */
export function nameAddresses(label: string): NameAddresses {
  const registry = nameAccount(label, SOL_DOMAIN);
  const nft = findProgramAddress(
    [utf8ToBytes('nft_record'), pubkeyBytes(registry)],
    pubkeyBytes(NAME_TOKENIZER_ID),
  );
  return {
    registry,
    nft: pubkeyFromBytes(nft.address),
    recordV1: nameAccount('\u0001SOL', registry),
    recordV2: nameAccount('\u0002SOL', registry, RECORDS_V2_CLASS),
  };
}

function nameAccount(name: string, parent: Pubkey, nameClass?: Pubkey): Pubkey {
  const hash = sha256(utf8ToBytes(`SPL Name Service${name}`));
  const seeds = [hash, nameClass ? pubkeyBytes(nameClass) : NO_KEY, pubkeyBytes(parent)];
  return pubkeyFromBytes(findProgramAddress(seeds, pubkeyBytes(NAME_PROGRAM_ID)).address);
}

export function isActiveNft(data: Uint8Array): boolean {
  return data[0] === ACTIVE_NFT;
}

/** The owner in a registry account; undefined for anything too short. */
export function registryOwner(data: Uint8Array): Pubkey | undefined {
  return data.length < HEADER_BYTES
    ? undefined
    : pubkeyFromBytes(data.subarray(OWNER_AT, OWNER_AT + KEY_BYTES));
}

/**
 * The wallet of the newer record: `stale` if an earlier owner of the name wrote it, `unproven` if that wallet or the
 * owner has not confirmed it.
 */
export function recordWallet(data: Uint8Array, owner: Pubkey): Pubkey | 'stale' | 'unproven' {
  const view = Buffer.from(data.buffer, data.byteOffset, data.length).subarray(HEADER_BYTES);
  const ids = RECORD_HEADER_BYTES + 2 * KEY_BYTES;
  if (view.length < ids + KEY_BYTES) return 'unproven';
  const [byOwner, byWallet] = [view.readUInt16LE(0), view.readUInt16LE(2)];
  if (byOwner !== BY_SOLANA || byWallet !== BY_SOLANA || view.readUInt32LE(4) !== KEY_BYTES)
    return 'unproven';
  const keyAt = (at: number) => pubkeyFromBytes(view.subarray(at, at + KEY_BYTES));
  if (keyAt(RECORD_HEADER_BYTES) !== owner) return 'stale';
  const wallet = keyAt(ids);
  return keyAt(RECORD_HEADER_BYTES + KEY_BYTES) === wallet ? wallet : 'unproven';
}

const SIGNATURE_BYTES = 64;

/** The wallet of the older record; undefined unless the name's present owner has signed it. */
export function signedRecordWallet(data: Uint8Array, record: Pubkey, owner: Pubkey): Pubkey | undefined {
  const content = data.subarray(HEADER_BYTES, HEADER_BYTES + KEY_BYTES);
  const signature = data.subarray(HEADER_BYTES + KEY_BYTES, HEADER_BYTES + KEY_BYTES + SIGNATURE_BYTES);
  if (signature.length < SIGNATURE_BYTES) return undefined;
  const message = Buffer.concat([content, pubkeyBytes(record)]).toString('hex');
  try {
    const valid = ed25519.verify(signature, utf8ToBytes(message), pubkeyBytes(owner));
    return valid ? pubkeyFromBytes(content) : undefined;
  } catch {
    return undefined;
  }
}
