import type { Logger } from '../../core/kernel/logger.ts';
import { pubkeyBytes, pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { launchVaultAddress } from '../../idl/pda.ts';
import type { Decoder } from '../decode/decoder.ts';
import type { Followed } from '../decode/followed.ts';
import type { KnownLaunch } from '../model/known-launch.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { LAUNCH_VERSIONS } from '../model/tables.ts';

export interface FollowedAccountsOptions {
  /** Base58. */
  readonly programId: string;
  /** Also reads the accounts that the program does not own. */
  readonly decoder?: Pick<Decoder, 'follow'>;
  readonly logger?: Logger;
}

const { address, closed, launch_id, escrow_token_account, launch_mint, pledge_mint } = LAUNCH_VERSIONS.byName;

/**
 * The accounts followed by key in addition to the program's owner filter, which shows neither token accounts nor
 * mints. A launch needs no key: the owner filter shows it, and the program's transactions show its end. The decoder
 * follows all of them. Grows with every launch discovered, never shrinks.
 */
export class FollowedAccounts {
  readonly #options: FollowedAccountsOptions;
  readonly #program: Uint8Array;
  readonly #launches = new Map<string, KnownLaunch>();
  readonly #keys = new Set<string>();
  /** Launch ids by address as raw bytes in a string: looked up for every launch row of every slot. */
  readonly #raw = new Map<string, bigint>();

  constructor(options: FollowedAccountsOptions) {
    this.#options = options;
    this.#program = pubkeyBytes(options.programId);
  }

  /** Adds the launches that are not followed yet. */
  add(launches: readonly KnownLaunch[]): void {
    for (const launch of launches) if (!this.#launches.has(launch.address)) this.#add(launch);
  }

  /** Adds a mint that no launch names; false if its key is already followed. */
  addMint(mint: string): boolean {
    if (this.#keys.has(mint)) return false;
    this.#keys.add(mint);
    this.#options.decoder?.follow({ kind: 'mint', address: pubkeyBytes(mint) });
    return true;
  }

  /** Adds the new launches of a slot; true if there were any. */
  addFrom(buffer: SlotBuffer): boolean {
    const launches = this.discover(buffer);
    this.add(launches);
    return launches.length > 0;
  }

  /** The launches of a slot that are not followed yet. */
  discover({ launches }: SlotBuffer): readonly KnownLaunch[] {
    const found: KnownLaunch[] = [];
    for (let row = 0; row < launches.rows; row++) {
      const key = launches.bytes(address, row);
      if (launches.u8(closed, row) === 1 || this.#raw.has(rawKey(key))) continue;
      const launchId = launches.u64(launch_id, row);
      found.push({
        launchId,
        address: pubkeyFromBytes(key),
        escrowTokenAccount: pubkeyFromBytes(launches.bytes(escrow_token_account, row)),
        launchVault: pubkeyFromBytes(launchVaultAddress(this.#program, launchId)),
        launchMint: pubkeyFromBytes(launches.bytes(launch_mint, row)),
        pledgeMint: pubkeyFromBytes(launches.bytes(pledge_mint, row)),
      });
    }
    return found;
  }

  /** How many launches are followed. */
  get launches(): number {
    return this.#launches.size;
  }

  /** The launch at an address. */
  launchAt(address: Uint8Array): bigint | undefined {
    return this.#raw.get(rawKey(address));
  }

  /** Every key to subscribe to, and to read separately from the program's accounts. */
  get keys(): readonly string[] {
    return [...this.#keys];
  }

  /** The escrow token accounts: movements in their transactions are stored. */
  get escrows(): readonly string[] {
    return [...new Set([...this.#launches.values()].map(({ escrowTokenAccount }) => escrowTokenAccount))];
  }

  /** The token accounts that hold what launches hand out. */
  get vaults(): readonly string[] {
    return [...this.#launches.values()].map(({ launchVault }) => launchVault);
  }

  #add(launch: KnownLaunch): void {
    const { decoder, logger } = this.#options;
    this.#launches.set(launch.address, launch);
    this.#raw.set(rawKey(pubkeyBytes(launch.address)), launch.launchId);
    for (const [kind, key] of accountsOf(launch)) {
      if (kind !== 'launch') this.#keys.add(key);
      if (decoder?.follow(followed(kind, key, launch.launchId)) ?? true) continue;
      logger?.warn(
        { launchId: launch.launchId.toString(), kind, account: key },
        'an account is already followed in another role',
      );
    }
  }
}

/** The accounts that the decoder follows because of a launch. */
function accountsOf(launch: KnownLaunch): readonly (readonly [Followed['kind'], string])[] {
  return [
    ['launch', launch.address],
    ['escrow', launch.escrowTokenAccount],
    ['vault', launch.launchVault],
    ['mint', launch.launchMint],
    ['mint', launch.pledgeMint],
  ];
}

function followed(kind: Followed['kind'], key: string, launchId: bigint): Followed {
  return kind === 'mint'
    ? { kind, address: pubkeyBytes(key) }
    : { kind, address: pubkeyBytes(key), launchId };
}

function rawKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
