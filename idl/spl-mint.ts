import { type Pubkey, pubkeyFromBytes } from '../core/kernel/pubkey.ts';
import { MINT, TOKEN_2022_KIND } from './spl-token.ts';

/** What a mint of either token program says about itself. */
export interface MintFacts {
  readonly supply: bigint;
  readonly decimals: number;
  /** May create more; undefined if nobody may. */
  readonly mintAuthority: Pubkey | undefined;
  /** May freeze token accounts; undefined if nobody may. */
  readonly freezeAuthority: Pubkey | undefined;
  /** Token-2022 extensions by their type; none for the SPL Token program. */
  readonly extensions: ReadonlyMap<number, Uint8Array>;
}

const KEY_BYTES = 32;
const MINT_AUTHORITY_AT = 0;
const FREEZE_AUTHORITY_AT = 46;
const HEADER_BYTES = 4;

/** Undefined if the bytes are not an initialized mint. */
export function readMint(data: Uint8Array): MintFacts | undefined {
  const extended = data.length > TOKEN_2022_KIND.at && data[TOKEN_2022_KIND.at] === TOKEN_2022_KIND.mint;
  if (data.length !== MINT.size && !extended) return undefined;
  if (data[MINT.isInitializedAt] !== 1) return undefined;
  const view = Buffer.from(data.buffer, data.byteOffset, data.length);
  return {
    supply: view.readBigUInt64LE(MINT.supplyAt),
    decimals: view.readUInt8(MINT.decimalsAt),
    mintAuthority: optionalKey(view, MINT_AUTHORITY_AT),
    freezeAuthority: optionalKey(view, FREEZE_AUTHORITY_AT),
    extensions: extended ? extensionsOf(view) : new Map(),
  };
}

function optionalKey(view: Buffer, at: number): Pubkey | undefined {
  return view.readUInt32LE(at) === 0 ? undefined : pubkeyFromBytes(view.subarray(at + 4, at + 4 + KEY_BYTES));
}

function extensionsOf(view: Buffer): ReadonlyMap<number, Uint8Array> {
  const found = new Map<number, Uint8Array>();
  let at = TOKEN_2022_KIND.at + 1;
  while (at + HEADER_BYTES <= view.length) {
    const type = view.readUInt16LE(at);
    if (type === 0) break;
    const end = at + HEADER_BYTES + view.readUInt16LE(at + 2);
    found.set(type, view.subarray(at + HEADER_BYTES, end));
    at = end;
  }
  return found;
}
