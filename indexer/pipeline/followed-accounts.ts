import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import type { KnownLaunch } from '../model/known-launch.ts';

/**
 * What is followed by key beside the program's owner filter: an owner filter sees neither token accounts and
 * mints nor an account that has left its owner. Grows with every launch discovered, never shrinks.
 */
export class FollowedAccounts {
  readonly #launches = new Map<string, KnownLaunch>();
  readonly #keys = new Set<string>();
  /** Launch addresses as raw bytes in a string: asked for every launch row of every slot. */
  readonly #raw = new Set<string>();

  /** Adds a launch; false when it was known already. */
  add(launch: KnownLaunch): boolean {
    if (this.#launches.has(launch.address)) return false;
    this.#launches.set(launch.address, launch);
    this.#raw.add(rawKey(pubkeyBytes(launch.address)));
    const { address, escrowTokenAccount, launchVault, launchMint, pledgeMint } = launch;
    for (const key of [address, escrowTokenAccount, launchVault, launchMint, pledgeMint]) this.#keys.add(key);
    return true;
  }

  /** Adds a mint that no launch need name; false when its key is followed already. */
  addMint(mint: string): boolean {
    if (this.#keys.has(mint)) return false;
    this.#keys.add(mint);
    return true;
  }

  hasBytes(address: Uint8Array): boolean {
    return this.#raw.has(rawKey(address));
  }

  get launches(): readonly KnownLaunch[] {
    return [...this.#launches.values()];
  }

  /** Every key to subscribe to. */
  get keys(): readonly string[] {
    return [...this.#keys];
  }

  /** The escrow token accounts: what their transactions move is kept. */
  get escrows(): readonly string[] {
    return [...new Set(this.launches.map(({ escrowTokenAccount }) => escrowTokenAccount))];
  }

  /** The keys that the program does not own: their state is read apart from the program's accounts. */
  get outsideKeys(): readonly string[] {
    return [...this.#keys].filter((key) => !this.#launches.has(key));
  }
}

function rawKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
