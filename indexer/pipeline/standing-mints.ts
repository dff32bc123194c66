import type { Clock } from '../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Logger } from '../../core/kernel/logger.ts';
import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { backoffDelay } from '../../core/kernel/retries.ts';
import type { Commitment } from '../../core/kernel/settings/schema.ts';
import { viewDigest } from '../model/account-states.ts';
import type { AtSlot, ChainAccountSlot } from '../model/chain-read.ts';
import type { CompletedSlot } from '../model/completed-slot.ts';
import type { RewardAccounts } from '../model/reward-accounts.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import { type AccountView, goneView } from '../model/source.ts';
import type { RpcClient } from '../source/rpc/client.ts';
import { SnapshotWindow } from '../source/snapshot/account-window.ts';
import type { DeliveredSlots } from './delivered-slots.ts';
import type { FollowedAccounts } from './followed-accounts.ts';
import type { FollowedIndex } from './options.ts';
import { RewardMint } from './reward-mint.ts';

export interface StandingMintsOptions {
  readonly rpc: Pick<RpcClient, 'getAccountsAtOneSlot'>;
  readonly commitment: Commitment;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What is followed besides the program. */
  readonly rewards?: RewardAccounts | undefined;
  readonly index: Pick<FollowedIndex, 'heldAccounts'>;
}

/** The stream under which they are read. */
export interface ReadingStream {
  readonly delivered: Pick<DeliveredSlots, 'head' | 'takes'>;
  readonly session: { account(view: AccountView): void; readonly ended: Promise<unknown> };
}

const BACKOFF = { initialMs: 500, maximumMs: 30_000 };

/**
 * Followed mints that no launch names. A resumed index may not have followed them before, and a stream shows
 * nothing of an account until somebody writes it. So they are read once next to the stream, and differences from
 * the index are written in the slot of the read, as its first write.
 */
export class StandingMints {
  readonly #options: StandingMintsOptions;
  readonly #rewardMint: RewardMint | undefined;
  #keys: readonly string[] = [];
  #read = false;
  #awaited: { readonly slot: bigint; readonly resolve: (taken: boolean) => void } | undefined;

  constructor(options: StandingMintsOptions) {
    this.#options = options;
    const { rewards, logger } = options;
    if (rewards?.mint !== undefined) this.#rewardMint = new RewardMint(rewards.mint, logger);
  }

  /** Follows the reward mint and former mints, unless a launch already does. */
  follow(before: readonly string[], followed: FollowedAccounts): void {
    const { rewards } = this.#options;
    const mints = [...(rewards?.mint === undefined ? [] : [rewards.mint]), ...before];
    this.#keys = mints.filter((mint) => followed.addMint(mint));
    this.#read = this.#keys.length === 0;
  }

  /** A snapshot has read them into the buffer. */
  covered(buffer: SlotBuffer): void {
    this.#read = true;
    this.#rewardMint?.look(buffer);
  }

  /** A slot delivered. */
  delivered({ meta: { slot }, buffer }: CompletedSlot): void {
    this.#rewardMint?.look(buffer);
    if (this.#awaited && slot >= this.#awaited.slot) this.#awaited.resolve(slot === this.#awaited.slot);
  }

  /** Reads them under a stream, as often as necessary; ends with the stream, whose successor starts over. */
  async readUnder(stream: ReadingStream, signal: AbortSignal): Promise<void> {
    const broken = new AbortController();
    void stream.session.ended.then(() => {
      broken.abort();
      this.#awaited?.resolve(false);
    });
    const until = AbortSignal.any([signal, broken.signal]);
    for (let attempt = 1; !this.#read && !until.aborted; attempt += 1) {
      try {
        this.#read = await this.#attempt(stream, until);
      } catch (error) {
        if (until.aborted) return;
        if (!isLaunchlensError(error)) throw error;
        const { code, message: detail } = error;
        this.#options.logger.warn({ code, detail }, 'the reward mint could not be read, retrying');
      }
      if (!this.#read && !until.aborted) await this.#pause(attempt, until);
    }
  }

  /** A read must be newer than all emitted slots, so that the stream shows everything after it. */
  async #attempt({ delivered, session }: ReadingStream, signal: AbortSignal): Promise<boolean> {
    const { rpc, commitment, index } = this.#options;
    const keys = this.#keys;
    const minContextSlot = (delivered.head ?? -1n) + 1n;
    const read = await rpc.getAccountsAtOneSlot(keys, { commitment, signal, minContextSlot });
    const known = (await index.heldAccounts?.(keys.map(pubkeyBytes), signal)) ?? new Map<string, string>();
    if (signal.aborted || keys !== this.#keys || !delivered.takes(read.slot)) return false;
    const written = showChanged(read, known, session);
    if (!written || (delivered.head !== undefined && read.slot <= delivered.head)) return true;
    return new Promise((resolve) => {
      this.#awaited = { slot: read.slot, resolve };
    });
  }

  async #pause(attempt: number, signal: AbortSignal): Promise<void> {
    this.#awaited = undefined;
    await this.#options.clock.sleep(backoffDelay(attempt, BACKOFF), signal).catch(() => undefined);
  }
}

/** True if anything differed. */
function showChanged(
  { slot, value }: AtSlot<readonly ChainAccountSlot[]>,
  known: ReadonlyMap<string, string>,
  session: ReadingStream['session'],
): boolean {
  let written = false;
  const window = new SnapshotWindow(slot);
  for (const { pubkey, account } of value) {
    const address = Buffer.from(pubkeyBytes(pubkey));
    const digest = known.get(address.toString('latin1'));
    const view = account ? window.show(account) : digest !== undefined && goneView({ slot, address });
    if (!view || (account && viewDigest(view) === digest)) continue;
    session.account(view);
    written = true;
  }
  return written;
}
