import { inChunks } from '../../../core/kernel/chunks.ts';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { jsonInteger } from '../../../core/kernel/u64.ts';
import {
  blockTimeAnswer,
  genesisHashAnswer,
  multipleAccountsAnswer,
  programAccountsAnswer,
  u64,
} from '../../../core/rpc/answers.ts';
import { openRpcNode, type RpcNode, type RpcNodeOptions } from '../../../core/rpc/node.ts';
import type { ProgramFilter } from '../../../idl/anchor/program.ts';
import type { AtSlot, ChainAccount, ChainAccountSlot, ChainReadOptions } from '../../model/chain-read.ts';
import { LedgerRpc } from './ledger/ledger.ts';

export type RpcClientOptions = Pick<RpcNodeOptions, 'url'> & Partial<RpcNodeOptions>;

const TIMEOUT_MS = 60_000;
const RETRIES = 6;
/** `MAX_MULTIPLE_ACCOUNTS` of the RPC server. */
const PAGE_KEYS = 100;
const PAGES_AT_ONCE = 8;
const ALIGN_ATTEMPTS = 10;
/** "No block time": not available yet, skipped, cleaned up, or not in long-term storage. */
const NO_BLOCK_TIME: ReadonlySet<string> = new Set(['-32001', '-32004', '-32007', '-32009', '-32014']);

/** The few methods of Solana JSON-RPC that an indexer needs, with every answer validated and every integer exact. */
export class RpcClient {
  /** The node's address, without path or credentials. */
  readonly host: string;
  /** Blocks and transactions of the past. */
  readonly ledger: LedgerRpc;
  readonly #call: RpcNode['call'];
  /** Pages are requested compressed until the node shows that it cannot. */
  #packed = true;

  constructor(options: RpcClientOptions) {
    const { host, call } = openRpcNode({
      lane: 'indexer',
      timeoutMs: TIMEOUT_MS,
      retries: RETRIES,
      ...options,
    });
    this.host = host;
    this.ledger = new LedgerRpc(host, call);
    this.#call = call;
  }

  getGenesisHash(signal?: AbortSignal): Promise<string> {
    return this.#call({ method: 'getGenesisHash', params: [], result: genesisHashAnswer, signal });
  }

  getSlot(options: ChainReadOptions): Promise<bigint> {
    const { signal } = options;
    return this.#call({ method: 'getSlot', params: [configOf(options)], result: u64, signal });
  }

  /** Unix seconds; absent if the node has no time for this slot. */
  async getBlockTime(slot: bigint, signal?: AbortSignal): Promise<bigint | undefined> {
    const params = [jsonInteger('slot', slot)];
    try {
      return (
        (await this.#call({ method: 'getBlockTime', params, result: blockTimeAnswer, signal })) ?? undefined
      );
    } catch (error) {
      if (isLaunchlensError(error, 'RPC_REFUSED') && NO_BLOCK_TIME.has(error.context.rpcCode))
        return undefined;
      throw error;
    }
  }

  async getProgramAccounts(
    programId: string,
    options: ChainReadOptions & { readonly filters?: readonly ProgramFilter[] },
  ): Promise<AtSlot<ChainAccount[]>> {
    const { filters = [], signal } = options;
    // Uncompressed: a million small frames take a minute to decompress and save a sixth of the bytes.
    const config = { ...configOf(options), encoding: 'base64', withContext: true, filters };
    const { context, value } = await this.#call({
      method: 'getProgramAccounts',
      params: [programId, config],
      result: programAccountsAnswer,
      accept: notBefore('getProgramAccounts', options.minContextSlot),
      signal,
    });
    return { slot: context.slot, value: value.map(({ pubkey, account }) => ({ pubkey, ...account })) };
  }

  /** One answer per page of 100 keys, in order; pages may come from different slots. */
  async getMultipleAccounts(
    keys: readonly string[],
    options: ChainReadOptions,
  ): Promise<AtSlot<ChainAccountSlot[]>[]> {
    const pages: AtSlot<ChainAccountSlot[]>[] = [];
    const waiting = pagesOf(keys);
    // Concurrently, because pages requested one after another hardly ever share a slot.
    while (waiting.length > 0) {
      const group = waiting.splice(0, PAGES_AT_ONCE);
      pages.push(...(await Promise.all(group.map((page) => this.#page(page, options)))));
    }
    return pages;
  }

  /** All keys at one slot. @throws RPC_SLOTS_DIFFER if the node never answered them from one slot. */
  async getAccountsAtOneSlot(
    keys: readonly string[],
    options: ChainReadOptions,
  ): Promise<AtSlot<ChainAccountSlot[]>> {
    let { minContextSlot } = options;
    for (let attempt = 0; attempt < ALIGN_ATTEMPTS; attempt++) {
      const pages = await this.getMultipleAccounts(keys, { ...options, minContextSlot });
      const newest = newestOf(pages);
      if (pages.every(({ slot }) => slot === newest)) {
        return { slot: newest, value: pages.flatMap(({ value }) => value) };
      }
      // A load balancer may answer from the past, but never from before what was already seen.
      minContextSlot = newest;
    }
    throw new LaunchlensError('RPC_SLOTS_DIFFER', {
      host: this.host,
      keys: keys.length,
      attempts: ALIGN_ATTEMPTS,
    });
  }

  async #page(keys: readonly string[], options: ChainReadOptions): Promise<AtSlot<ChainAccountSlot[]>> {
    if (!this.#packed) return this.#pageAs('base64', keys, options);
    try {
      return await this.#pageAs('base64+zstd', keys, options);
    } catch (error) {
      if (!isLaunchlensError(error, 'RPC_REFUSED') && !isLaunchlensError(error, 'RPC_BAD_ANSWER'))
        throw error;
      const page = await this.#pageAs('base64', keys, options);
      this.#packed = false;
      return page;
    }
  }

  async #pageAs(
    encoding: 'base64' | 'base64+zstd',
    keys: readonly string[],
    options: ChainReadOptions,
  ): Promise<AtSlot<ChainAccountSlot[]>> {
    const method = 'getMultipleAccounts';
    const params = [keys, { ...configOf(options), encoding }];
    const { context, value } = await this.#call({
      method,
      params,
      result: multipleAccountsAnswer,
      accept: notBefore(method, options.minContextSlot),
      signal: options.signal,
    });
    if (value.length !== keys.length) {
      const reason = `${value.length} accounts for ${keys.length} keys`;
      throw new LaunchlensError('RPC_BAD_ANSWER', { host: this.host, method, reason });
    }
    return {
      slot: context.slot,
      value: keys.map((pubkey, index) => {
        const account = value[index];
        return { pubkey, account: account ? { pubkey, ...account } : undefined };
      }),
    };
  }
}

function configOf({ commitment, minContextSlot }: ChainReadOptions): Record<string, unknown> {
  if (minContextSlot === undefined) return { commitment };
  return { commitment, minContextSlot: jsonInteger('minContextSlot', minContextSlot) };
}

function newestOf(pages: readonly AtSlot<unknown>[]): bigint {
  let newest = 0n;
  for (const { slot } of pages) if (slot > newest) newest = slot;
  return newest;
}

/** At least one page, so that even a request without keys gets a slot. */
function pagesOf(keys: readonly string[]): string[][] {
  return keys.length === 0 ? [[]] : inChunks(keys, PAGE_KEYS);
}

/** Some nodes behind a load balancer ignore `minContextSlot`. */
function notBefore(method: string, minContextSlot: bigint | undefined) {
  return ({ context: { slot } }: { readonly context: { readonly slot: bigint } }, host: string): void => {
    if (minContextSlot === undefined || slot >= minContextSlot) return;
    const detail = `it answered from slot ${slot}, before ${minContextSlot}`;
    throw new LaunchlensError('RPC_BEHIND', { host, method, detail });
  };
}
