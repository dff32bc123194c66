import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { TOKEN_PROGRAM_ID } from '../../idl/programs.ts';
import { TOKEN_ACCOUNT } from '../../idl/spl-token.ts';
import {
  type AccountView,
  goneView,
  LAMPORTS_AT,
  SLOT_AT,
  type TokenBalance,
  type Transaction,
  WRITE_VERSION_AT,
} from '../model/source.ts';

const SPL_TOKEN = Buffer.from(pubkeyBytes(TOKEN_PROGRAM_ID));
const KEY_BYTES = 32;
/** What 165 bytes cost to be exempt from rent. */
const RENT = 2_039_280n;
const INITIALIZED = 1;
/** The option that says that an account holds wrapped SOL: then its lamports follow its amount. */
const NATIVE_AT = 109;

/** A token account as it was last seen. */
interface Seen {
  readonly program: Buffer;
  readonly data: Buffer;
  readonly lamports: bigint;
}

/**
 * Token accounts from the balances that transactions leave behind, for streams that do not follow them by key. A
 * balance shows the amount, and the rest of an account hardly ever changes: it is as last seen, or that of a plain
 * token account.
 */
export class TokenBalances {
  readonly #follows: (address: Uint8Array) => boolean;
  readonly #seen = new Map<string, Seen>();

  /** `follows` says whether an address is that of a followed token account. */
  constructor(follows: (address: Uint8Array) => boolean) {
    this.#follows = follows;
  }

  /** Remembers a token account. */
  see({ bytes, pubkeyAt, ownerAt, dataAt, dataLength, numbers }: AccountView): void {
    this.#seen.set(bytes.toString('latin1', pubkeyAt, pubkeyAt + KEY_BYTES), {
      program: Buffer.from(bytes.subarray(ownerAt, ownerAt + KEY_BYTES)),
      data: Buffer.from(bytes.subarray(dataAt, dataAt + dataLength)),
      lamports: numbers.readBigUInt64LE(LAMPORTS_AT),
    });
  }

  /**
   * The followed token accounts that a transaction names, as it left them. Its place in the block takes the place
   * of a write version.
   */
  after(transaction: Transaction): readonly AccountView[] {
    const { slot, index, failed, signature, accountKeys, postTokenBalances, emptied = [] } = transaction;
    if (failed || index === undefined) return [];
    const writeVersion = BigInt(index) + 1n;
    const gone = emptied
      .filter(this.#follows)
      .map((address) =>
        goneView({ slot, writeVersion, address: Buffer.from(address), signature: Buffer.from(signature) }),
      );
    const held = postTokenBalances.flatMap((balance) => {
      const address = accountKeys[balance.accountIndex];
      const account = address && this.#follows(address) ? this.#with(address, balance) : undefined;
      return address && account ? [viewOf(account, { slot, writeVersion, address, signature })] : [];
    });
    return [...gone, ...held];
  }

  #with(address: Uint8Array, { mint, owner, amount }: TokenBalance): Seen | undefined {
    const seen = this.#seen.get(Buffer.from(address).toString('latin1'));
    if (!seen && !owner) return undefined;
    const { program, data, lamports } = seen ?? { program: SPL_TOKEN, data: plain(), lamports: RENT };
    const changed = Buffer.from(data);
    changed.set(mint, TOKEN_ACCOUNT.mintAt);
    if (owner) changed.set(owner, TOKEN_ACCOUNT.ownerAt);
    changed.writeBigUInt64LE(amount, TOKEN_ACCOUNT.amountAt);
    const wrapped = data.readUInt32LE(NATIVE_AT) === 1;
    const moved = wrapped ? amount - data.readBigUInt64LE(TOKEN_ACCOUNT.amountAt) : 0n;
    return { program, data: changed, lamports: lamports + moved };
  }
}

function plain(): Buffer {
  const data = Buffer.alloc(TOKEN_ACCOUNT.size);
  data[TOKEN_ACCOUNT.stateAt] = INITIALIZED;
  return data;
}

interface Write {
  readonly slot: bigint;
  readonly writeVersion: bigint;
  readonly address: Uint8Array;
  readonly signature: Uint8Array;
}

function viewOf({ program, data, lamports }: Seen, write: Write): AccountView {
  const numbers = Buffer.alloc(24);
  numbers.writeBigUInt64LE(write.slot, SLOT_AT);
  numbers.writeBigUInt64LE(lamports, LAMPORTS_AT);
  numbers.writeBigUInt64LE(write.writeVersion, WRITE_VERSION_AT);
  return {
    bytes: Buffer.concat([write.address, program, data, write.signature]),
    pubkeyAt: 0,
    ownerAt: KEY_BYTES,
    dataAt: 2 * KEY_BYTES,
    dataLength: data.length,
    signatureAt: 2 * KEY_BYTES + data.length,
    numbers,
  };
}
