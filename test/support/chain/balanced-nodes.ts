import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import type { Chain } from '../../../fixtures/localnet/chain/chain.ts';
import { internAddress } from '../../../fixtures/localnet/keys/address.ts';
import { accountFilters } from '../../../fixtures/localnet/rpc/account-filters.ts';
import type { AuditedChain } from '../../../indexer/audit/ports.ts';
import type { AtSlot, ChainAccount, ChainReadOptions } from '../../../indexer/model/chain-read.ts';

export interface BalancedOptions {
  readonly chain: Chain;
  /** Between 0 and 1, the same sequence for the same seed. */
  readonly random: () => number;
  /** The slots between which the newest node moves, one or two a request. */
  readonly from: bigint;
  readonly to: bigint;
  /** How often an answer is of another slot than it says. */
  readonly lies: number;
  /** How often the newest node moves; left out, at each request. */
  readonly moves?: number;
}

const LAGS = [0n, 2n, 7n];
/** The client asks again while it meets nodes that are behind, often enough to have met all of them. */
const TRIES = 2 * LAGS.length;

/**
 * Three nodes behind one address: each request meets any of them, and the next one when it is asked again; two lag
 * behind, and answers may be of a slot beside the one they name, account by account, as some nodes' are.
 */
export class BalancedNodes implements AuditedChain {
  readonly #options: BalancedOptions;
  readonly #owned = new Map<bigint, readonly ChainAccount[]>();
  #head: bigint;

  constructor(options: BalancedOptions) {
    this.#options = options;
    this.#head = options.from;
  }

  async getProgramAccounts(
    programId: string,
    options: Parameters<AuditedChain['getProgramAccounts']>[1],
  ): Promise<AtSlot<ChainAccount[]>> {
    const filters = accountFilters.parse(options.filters ?? []);
    const slot = this.#answering('getProgramAccounts', options);
    const owned = this.#ownedAt(this.#shown(slot), Buffer.from(pubkeyBytes(programId)));
    return { slot, value: owned.filter(({ data }) => filters.every((holds) => holds(data))) };
  }

  /** An audit in slices asks hundreds of times for the same slot. */
  #ownedAt(slot: bigint, program: Buffer): readonly ChainAccount[] {
    const owned =
      this.#owned.get(slot) ??
      this.#options.chain
        .accountsAt(slot)
        .filter(({ owner, lamports }) => lamports > 0n && program.equals(owner))
        .map((account) => chainAccount(pubkeyFromBytes(Uint8Array.from(account.pubkey)), account));
    this.#owned.set(slot, owned);
    return owned;
  }

  async getMultipleAccounts(keys: readonly string[], options: ChainReadOptions) {
    const slot = this.#answering('getMultipleAccounts', options);
    const value = keys.map((pubkey) => {
      const account = this.#options.chain.accountAt(internAddress(pubkeyBytes(pubkey)), this.#shown(slot));
      return {
        pubkey,
        account: account && account.lamports > 0n ? chainAccount(pubkey, account) : undefined,
      };
    });
    return [{ slot, value }];
  }

  async getSlot(options: ChainReadOptions): Promise<bigint> {
    return this.#answering('getSlot', options);
  }

  /** The slot of a node that is not behind the asked one. @throws RPC_BEHIND where the newest node is */
  #answering(method: string, { minContextSlot = 0n }: ChainReadOptions): bigint {
    const { random, to, moves = 1 } = this.#options;
    const first = Math.floor(random() * LAGS.length);
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const moved = this.#head + (random() < moves ? BigInt(Math.floor(random() * 3)) : 0n);
      this.#head = moved < to ? moved : to;
      const slot = this.#head - (LAGS[(first + attempt) % LAGS.length] ?? 0n);
      if (slot >= minContextSlot) return slot;
    }
    throw new LaunchlensError('RPC_BEHIND', { host: 'balanced', method, detail: 'every node met is behind' });
  }

  #shown(slot: bigint): bigint {
    const { random, lies } = this.#options;
    return random() < lies ? slot - 2n + BigInt(Math.floor(random() * 5)) : slot;
  }
}

function chainAccount(
  pubkey: string,
  { owner, lamports, data }: { owner: Uint8Array; lamports: bigint; data: Uint8Array },
): ChainAccount {
  return { pubkey, owner: pubkeyFromBytes(Uint8Array.from(owner)), lamports, data: Buffer.from(data) };
}
