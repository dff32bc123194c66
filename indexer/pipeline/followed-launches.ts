import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { CompletedSlot } from '../model/completed-slot.ts';
import type { KnownLaunch } from '../model/known-launch.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { type AccountView, SLOT_AT } from '../model/source.ts';
import type { RpcClient } from '../source/rpc/client.ts';
import { showAccounts } from '../source/snapshot/snapshot.ts';
import { FollowedAccounts, type FollowedAccountsOptions } from './followed-accounts.ts';
import type { PipelineStats } from './stats.ts';

interface OlderAccountsRead {
  readonly rpc: RpcClient;
  readonly commitment: Commitment;
  /** The held stream. */
  readonly session: { whole(slot: bigint): Promise<unknown>; account(view: AccountView): void };
  readonly signal: AbortSignal;
}

/**
 * The accounts outside the program that one slot's launches added. They may be older than their launch, like a
 * stablecoin's mint; then no stream from that slot on shows their state until somebody writes them.
 */
export class OlderAccounts {
  /** The slot of the launches, the first one that a stream opened for them emits. */
  readonly slot: bigint;
  readonly keys: readonly string[];
  readonly #writes = new Map<string, bigint>();

  constructor(slot: bigint, keys: readonly string[]) {
    this.slot = slot;
    this.keys = keys;
  }

  /** Registers an update of these accounts from the stream, at `slot` or later. */
  see(view: AccountView): void {
    const slot = view.numbers.readBigUInt64LE(SLOT_AT);
    const known = this.#writes.get(rawKey(view));
    if (known === undefined || slot < known) this.#writes.set(rawKey(view), slot);
  }

  /**
   * Reads the accounts while the stream is held and returns, as writes of `slot`, those that nothing has written
   * between `slot` and the read: their state was the same then. The stream shows what was written in between.
   */
  async readUnder({ rpc, commitment, session, signal }: OlderAccountsRead): Promise<void> {
    const options = { commitment, signal, minContextSlot: this.slot };
    const { slot: readAt, value } = await rpc.getAccountsAtOneSlot(this.keys, options);
    await session.whole(readAt);
    const found = value.flatMap(({ account }) => (account ? [account] : []));
    const sink = {
      account: (view: AccountView): void => {
        const written = this.#writes.get(rawKey(view));
        if (written === undefined || written > readAt) session.account(view);
      },
    };
    await showAccounts({ slot: this.slot, value: found }, sink, signal);
  }
}

function rawKey({ bytes, pubkeyAt }: AccountView): string {
  return bytes.toString('latin1', pubkeyAt, pubkeyAt + 32);
}

export interface FollowedLaunchesOptions extends FollowedAccountsOptions {
  readonly stats: PipelineStats;
}

/** The known launches, and what must be followed for them. */
export class FollowedLaunches {
  readonly #options: FollowedLaunchesOptions;
  #accounts: FollowedAccounts;
  /** The accounts of the launches in the next slot, which cannot be emitted without them. */
  #older: OlderAccounts | undefined;

  constructor(options: FollowedLaunchesOptions, launches: readonly KnownLaunch[]) {
    this.#options = options;
    this.#accounts = new FollowedAccounts(options);
    this.#add(launches);
  }

  get accounts(): FollowedAccounts {
    return this.#accounts;
  }

  get older(): OlderAccounts | undefined {
    return this.#older;
  }

  /** The accounts of new launches have been read or streamed. */
  settled(): void {
    this.#older = undefined;
  }

  /** Slots were rolled back: launches in them are discovered again, maybe with other accounts. */
  restart(launches: readonly KnownLaunch[]): void {
    this.#accounts = new FollowedAccounts(this.#options);
    this.#older = undefined;
    this.#add(launches);
  }

  /** Whether a slot may be emitted: not while its launches have accounts that the stream does not follow yet. */
  admits({ meta: { slot }, buffer }: CompletedSlot): boolean {
    const launches = this.#accounts.discover(buffer);
    if (launches.length === 0) return true;
    const followed = new Set(this.#accounts.keys);
    this.#add(launches);
    const added = this.#accounts.keys.filter((key) => !followed.has(key));
    this.#older = new OlderAccounts(slot, [...(this.#older?.keys ?? []), ...added]);
    return false;
  }

  /** Follows the new launches of a slot; true if there were any. */
  followNew(buffer: SlotBuffer): boolean {
    const launches = this.#accounts.discover(buffer);
    this.#add(launches);
    return launches.length > 0;
  }

  #add(launches: readonly KnownLaunch[]): void {
    this.#accounts.add(launches);
    this.#options.stats.launches = this.#accounts.launches;
  }
}
