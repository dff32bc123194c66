import type { KnownLaunch } from '../model/known-launch.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { discoverLaunches } from '../pipeline/discover-launches.ts';
import { FollowedAccounts } from '../pipeline/followed-accounts.ts';

/** Which launches a recording has seen, and since which slot. */
export class LaunchesSeen {
  readonly #program: Uint8Array;
  #seen: { readonly launch: KnownLaunch; readonly slot: bigint }[] = [];
  #followed = new FollowedAccounts();

  constructor(program: Uint8Array) {
    this.#program = program;
  }

  see(buffer: SlotBuffer, slot: bigint): void {
    for (const launch of discoverLaunches(buffer, this.#followed, this.#program)) {
      this.#followed.add(launch);
      this.#seen.push({ launch, slot });
    }
  }

  /** Those seen up to a slot; the later ones are forgotten. */
  upTo(slot: bigint): KnownLaunch[] {
    this.#seen = this.#seen.filter((seen) => seen.slot <= slot);
    this.#followed = new FollowedAccounts();
    for (const { launch } of this.#seen) this.#followed.add(launch);
    return this.#seen.map(({ launch }) => launch);
  }
}
