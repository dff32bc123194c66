import type { Logger } from '../../core/kernel/logger.ts';
import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import type { Decoder } from '../decode/decoder.ts';
import type { KnownLaunch } from '../model/known-launch.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { discoverLaunches } from './discover-launches.ts';
import { FollowedAccounts } from './followed-accounts.ts';
import { followIn } from './followed-by.ts';
import { OlderAccounts } from './older-accounts.ts';
import type { PipelineStats } from './stats.ts';

export interface FollowingOptions {
  /** Base58. */
  readonly programId: string;
  readonly launches: readonly KnownLaunch[];
  readonly decoder: Pick<Decoder, 'follow'>;
  readonly stats: PipelineStats;
  readonly logger: Logger;
}

/** The launches that are known, and what must be followed for them. */
export class Following {
  readonly #options: FollowingOptions;
  readonly #program: Uint8Array;
  #accounts = new FollowedAccounts();
  /** What the launches of the next slot brought along; they refused to leave without it. */
  #older: OlderAccounts | undefined;

  constructor(options: FollowingOptions) {
    this.#options = options;
    this.#program = pubkeyBytes(options.programId);
    for (const launch of options.launches) this.#follow(launch);
  }

  get accounts(): FollowedAccounts {
    return this.#accounts;
  }

  get older(): OlderAccounts | undefined {
    return this.#older;
  }

  /** What launches brought along is told by now. */
  settled(): void {
    this.#older = undefined;
  }

  /** Slots were taken back; what only they brought is discovered again should it come again, maybe with other accounts. */
  restart(launches: readonly KnownLaunch[]): void {
    this.#accounts = new FollowedAccounts();
    this.#older = undefined;
    for (const launch of launches) this.#follow(launch);
  }

  /** Lets a slot leave unless its launches bring accounts that were not followed yet. */
  admit(buffer: SlotBuffer, slot: bigint): boolean {
    const launches = discoverLaunches(buffer, this.#accounts, this.#program);
    if (launches.length === 0) return true;
    const followed = new Set(this.#accounts.outsideKeys);
    for (const launch of launches) this.#follow(launch);
    const brought = this.#accounts.outsideKeys.filter((key) => !followed.has(key));
    this.#older = new OlderAccounts(slot, [...(this.#older?.keys ?? []), ...brought]);
    return false;
  }

  /** Follows the launches of a slot that are new; true when there were any. */
  followNew(buffer: SlotBuffer): boolean {
    const launches = discoverLaunches(buffer, this.#accounts, this.#program);
    for (const launch of launches) this.#follow(launch);
    return launches.length > 0;
  }

  #follow(launch: KnownLaunch): void {
    if (!this.#accounts.add(launch)) return;
    const { decoder, stats, logger } = this.#options;
    followIn(decoder, launch, logger);
    stats.launches = this.#accounts.launches.length;
  }
}
