import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import type { Decoder } from '../decode/decoder.ts';
import type { KnownLaunch } from '../model/known-launch.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { discoverLaunches } from '../pipeline/discover-launches.ts';
import { FollowedAccounts } from '../pipeline/followed-accounts.ts';
import { followedBy } from '../pipeline/followed-by.ts';

/** The launches that a job knows, each with its outside accounts followed by the decoder. */
export class LaunchesFollowed {
  readonly #followed = new FollowedAccounts();
  readonly #decoder: Decoder;
  readonly #program: Uint8Array;

  constructor(decoder: Decoder, programId: string) {
    this.#decoder = decoder;
    this.#program = pubkeyBytes(programId);
  }

  get outsideKeys(): readonly string[] {
    return this.#followed.outsideKeys;
  }

  get escrows(): readonly string[] {
    return this.#followed.escrows;
  }

  add(launches: readonly KnownLaunch[]): void {
    for (const launch of launches) {
      if (!this.#followed.add(launch)) continue;
      for (const account of followedBy(launch)) this.#decoder.follow(account);
    }
  }

  /** Follows mints that no launch need name; what is followed as something else stays that. */
  addMints(mints: readonly string[]): void {
    for (const mint of mints) {
      if (this.#followed.addMint(mint)) this.#decoder.follow({ kind: 'mint', address: pubkeyBytes(mint) });
    }
  }

  /** Follows the launches of a buffer that are new; true when there were any. */
  addFrom(buffer: SlotBuffer): boolean {
    const launches = discoverLaunches(buffer, this.#followed, this.#program);
    this.add(launches);
    return launches.length > 0;
  }
}
