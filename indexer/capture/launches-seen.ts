import type { KnownLaunch } from '../model/known-launch.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { FollowedAccounts } from '../pipeline/followed-accounts.ts';

/** Which launches a recording has seen, and since which slot. */
export class LaunchesSeen {
  readonly #programId: string;
  #seen: { readonly launch: KnownLaunch; readonly slot: bigint }[] = [];
  #followed: FollowedAccounts;

  constructor(programId: string) {
    this.#programId = programId;
    this.#followed = new FollowedAccounts({ programId });
  }

  see(buffer: SlotBuffer, slot: bigint): void {
    const launches = this.#followed.discover(buffer);
    this.#followed.add(launches);
    this.#seen.push(...launches.map((launch) => ({ launch, slot })));
  }

  /** The launches seen up to a slot; later ones are dropped. */
  upTo(slot: bigint): KnownLaunch[] {
    this.#seen = this.#seen.filter((seen) => seen.slot <= slot);
    this.#followed = new FollowedAccounts({ programId: this.#programId });
    const launches = this.#seen.map(({ launch }) => launch);
    this.#followed.add(launches);
    return launches;
  }
}
