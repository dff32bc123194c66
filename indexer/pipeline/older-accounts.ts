import type { Commitment } from '../../core/kernel/settings/schema.ts';
import { type AccountView, SLOT_AT } from '../model/account-view.ts';
import type { RpcClient } from '../source/rpc/client.ts';
import { showAccounts } from '../source/snapshot/snapshot.ts';

export interface OlderAccountsRead {
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
