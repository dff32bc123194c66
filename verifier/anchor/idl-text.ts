import { readFileSync } from 'node:fs';
import { gunzipSync, inflateSync } from 'node:zlib';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { ChainAccount } from '../accounts/chain-account.ts';
import type { Chain } from '../chain/queries.ts';
import { quote, usageFailure } from '../cli/arguments.ts';
import { programAddress } from '../codec/address.ts';
import { encodePubkey, type Pubkey, pubkeyBytes } from '../codec/base58.ts';

/** The Program Metadata program, which keeps texts of programs. */
const METADATA = 'ProgM6JCCvbYkfKqJYHePx4xxSUSqJp7rh8Lyv7nk7S' as Pubkey;
const MOST_BYTES = 4_194_304;

/** The text of an IDL, from a file or from where programs publish it. @throws VerifierFailure */
export async function readIdlText(from: string, chain: Chain, program: Pubkey): Promise<string> {
  if (from === 'on-chain') return readOnChain(chain, program);
  try {
    return readFileSync(from, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw usageFailure(
      `cannot read the IDL ${quote(from)} (${code ?? 'unknown'}). Pass the path of its file`,
    );
  }
}

async function readOnChain(chain: Chain, program: Pubkey): Promise<string> {
  const { value } = await chain.accounts([metadataAddress(program), anchorAddress(program)], 0);
  const [metadata, anchor] = value;
  try {
    if (metadata?.owner === METADATA) return fromMetadata(metadata);
    if (anchor?.owner === program) return fromAnchor(anchor);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw usageFailure(`the IDL on chain cannot be read: ${why}. Pass a file with --idl`);
  }
  throw usageFailure('the program has no IDL on chain. Pass a file with --idl');
}

/** Only the program's own authority can write there. */
function metadataAddress(program: Pubkey): Pubkey {
  const seed = new Uint8Array(16);
  seed.set(utf8ToBytes('idl'));
  return programAddress(METADATA, [bytesOf(program), seed]);
}

/** Where `anchor idl init` puts it, up to Anchor 0.32. */
function anchorAddress(program: Pubkey): Pubkey {
  const base = bytesOf(programAddress(program, []));
  return encodePubkey(sha256(concatBytes(base, utf8ToBytes('anchor:idl'), bytesOf(program))));
}

function bytesOf(key: Pubkey): Uint8Array {
  return pubkeyBytes(key) ?? new Uint8Array(32);
}

/** Encoding, compression, format and source of the text are bytes 83 to 86, and its length follows; it begins at 96. */
function fromMetadata({ data }: ChainAccount): string {
  const bytes = Buffer.from(data);
  const [encoding = 0, compression = 0, format, source] = bytes.subarray(83, 87);
  if (source !== 0) throw new TypeError('its account only says where it is');
  if (format !== 1 || encoding > 1) throw new TypeError('it is not JSON in UTF-8');
  const unpack = [(packed: Buffer) => packed, unzipped(gunzipSync), unzipped(inflateSync)][compression];
  if (!unpack) throw new TypeError('its compression is not known');
  return unpack(bytes.subarray(96, 96 + bytes.readUInt32LE(87))).toString('utf8');
}

/** Discriminator, authority and length come first. */
function fromAnchor({ data }: ChainAccount): string {
  const bytes = Buffer.from(data);
  return unzipped(inflateSync)(bytes.subarray(44, 44 + bytes.readUInt32LE(40))).toString('utf8');
}

function unzipped(unpack: typeof inflateSync): (packed: Buffer) => Buffer {
  return (packed) => unpack(packed, { maxOutputLength: MOST_BYTES });
}
