import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { accountFilters } from '../../../fixtures/localnet/rpc/account-filters.ts';
import type { AuditedChain } from '../../../indexer/audit/ports.ts';
import type { ChainReadOptions } from '../../../indexer/model/chain-read.ts';
import type { AccountHistory } from './history.ts';

export interface HistoryNodeOptions {
  readonly history: AccountHistory;
  readonly head: bigint;
  readonly random: () => number;
  /** How often the chain moves on by a slot: a share of the requests. */
  readonly moves: number;
  /** Why it does not return all accounts at once. */
  readonly refusal?: { readonly rpcCode: string; readonly detail: string };
}

const MOST_FILTERS = 4;
const LAGS = [0n, 0n, 1n, 3n];

/** A node over a written history that moves on from request to request, and whose answers lag behind it at times. */
export class HistoryNode implements AuditedChain {
  readonly #options: HistoryNodeOptions;
  /** The filters of each request for accounts of the program. */
  readonly asked: { readonly slot: bigint; readonly filters: number }[] = [];
  /** Called before each answer. */
  onRequest: (requests: number) => void = () => undefined;
  head: bigint;
  #requests = 0;

  constructor(options: HistoryNodeOptions) {
    this.#options = options;
    this.head = options.head;
  }

  async getProgramAccounts(
    programId: string,
    options: Parameters<AuditedChain['getProgramAccounts']>[1],
  ): ReturnType<AuditedChain['getProgramAccounts']> {
    const { refusal, history } = this.#options;
    const { filters = [] } = options;
    const host = 'history';
    if (filters.length === 0 && refusal)
      throw new LaunchlensError('RPC_REFUSED', { host, method: 'getProgramAccounts', ...refusal });
    if (filters.length > MOST_FILTERS) throw new Error(`${filters.length} filters in one request`);
    const holds = accountFilters.parse(filters);
    const slot = this.#answering(options);
    this.asked.push({ slot, filters: filters.length });
    const owned = history.allAt(slot).filter(({ owner }) => owner === programId);
    return { slot, value: owned.filter(({ data }) => holds.every((hold) => hold(data))) };
  }

  async getMultipleAccounts(keys: readonly string[], options: ChainReadOptions) {
    const slot = this.#answering(options);
    return [
      { slot, value: keys.map((pubkey) => ({ pubkey, account: this.#options.history.at(pubkey, slot) })) },
    ];
  }

  async getSlot(options: ChainReadOptions): Promise<bigint> {
    return this.#answering(options);
  }

  #answering({ minContextSlot = 0n }: ChainReadOptions): bigint {
    const { random, moves } = this.#options;
    this.#requests += 1;
    this.onRequest(this.#requests);
    if (random() < moves) this.head += 1n;
    if (this.head < minContextSlot) this.head = minContextSlot;
    const lagging = this.head - (LAGS[Math.floor(random() * LAGS.length)] ?? 0n);
    return lagging < minContextSlot ? minContextSlot : lagging;
  }
}
