import { base58 } from '@scure/base';
import { isLaunchlensError, LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import type { Commitment } from '../../../../core/kernel/settings/schema.ts';
import { jsonInteger } from '../../../../core/kernel/u64.ts';
import { u64 } from '../../../../core/rpc/answers.ts';
import { NOT_THERE } from '../../../../core/rpc/nodes.ts';
import type { RpcCall } from '../../../../core/rpc/post.ts';
import type { BlockWrites } from '../../../model/block-writes.ts';
import type { BlockMeta } from '../../../model/source.ts';
import {
  blockAnswer,
  blockWritesAnswer,
  signaturesAnswer,
  slotsAnswer,
  transactionAnswer,
} from './answers.ts';
import { blockTransactionsAnswer, type ProgramBlock, readProgramBlock } from './block-transactions.ts';
import { readBlockWrites } from './block-writes.ts';
import { type LedgerTransaction, readTransaction } from './transaction.ts';

/** A transaction that names an account, as the node lists it. */
export interface ListedSignature {
  /** Base58. */
  readonly signature: string;
  readonly slot: bigint;
  readonly failed: boolean;
}

export interface SignaturesPage {
  /** Older than this one. */
  readonly before?: string | undefined;
  /** At most 1,000. */
  readonly limit: number;
  readonly commitment: Commitment;
  readonly signal?: AbortSignal | undefined;
}

/** Reads at a commitment; what does not exist yet or any more is undefined. */
export interface LedgerRead {
  readonly commitment: Commitment;
  readonly signal?: AbortSignal | undefined;
}

/** `MAX_GET_CONFIRMED_SIGNATURES_FOR_ADDRESS2_LIMIT` of the RPC server. */
export const MAX_SIGNATURES = 1_000;

/** "Slot was skipped", whether the node says so from its own ledger or from long-term storage. */
const SKIPPED: ReadonlySet<string> = new Set(['-32007', '-32009']);
/** "Block not available for slot": it is above the node's head, or the node never had it. */
const NOT_AVAILABLE = '-32004';

type Call = <Result>(request: RpcCall<Result>) => Promise<Result>;

/** The part of JSON-RPC for blocks and transactions of the past. */
export class LedgerRpc {
  readonly #call: Call;
  readonly #host: string;

  constructor(host: string, call: Call) {
    this.#host = host;
    this.#call = call;
  }

  /** Newest first; fewer than requested at the end of the node's history. */
  async getSignaturesForAddress(address: string, page: SignaturesPage): Promise<ListedSignature[]> {
    const { before, limit, commitment, signal } = page;
    const config = { commitment, limit, ...(before !== undefined && { before }) };
    const method = 'getSignaturesForAddress';
    const rows = await this.#call({
      method,
      params: [address, config],
      result: signaturesAnswer,
      // Another node may have older ones.
      enough: ({ length }) => length > 0,
      signal,
    });
    return rows.map(({ signature, slot, err }) => ({ signature, slot, failed: err != null }));
  }

  /** Undefined if the node does not have it, or has no meta for it. */
  async getTransaction(
    signature: string,
    { commitment, signal }: LedgerRead,
  ): Promise<LedgerTransaction | undefined> {
    const method = 'getTransaction';
    const config = { commitment, encoding: 'json', maxSupportedTransactionVersion: 0 };
    const answer = await this.#ifThere({
      method,
      params: [signature, config],
      result: transactionAnswer.nullable(),
      signal,
    });
    if (!answer) return undefined;
    try {
      return readTransaction(base58.decode(signature), answer);
    } catch (cause) {
      const reason = `a transaction that cannot be read (${signature})`;
      throw new LaunchlensError('RPC_BAD_ANSWER', { host: this.#host, method, reason }, cause);
    }
  }

  /** Undefined while the node has no such block. */
  async getBlockMeta(slot: bigint, { commitment, signal }: LedgerRead): Promise<BlockMeta | undefined> {
    const answer = await this.#ifThere({
      method: 'getBlock',
      params: blockParams(slot, commitment, 'none'),
      result: blockAnswer.nullable(),
      signal,
    });
    if (!answer) return undefined;
    const { parentSlot, blockhash, blockTime, blockHeight } = answer;
    return {
      slot,
      parentSlot,
      blockhash,
      blockTime: blockTime ?? undefined,
      blockHeight: blockHeight ?? undefined,
    };
  }

  /**
   * Whether a block is on the chain; undefined if the node cannot tell. A node that says "skipped" may only lack the
   * block, as after a start from a snapshot, so the next block of the chain must show it.
   * @throws RPC_BEHIND if the node has not come that far
   */
  async hasBlock(
    { slot, blockhash }: Pick<BlockMeta, 'slot' | 'blockhash'>,
    { commitment, signal }: LedgerRead,
  ): Promise<boolean | undefined> {
    const method = 'getBlock';
    const params = blockParams(slot, commitment, 'none');
    const isIt = (block: { readonly blockhash: string } | null): boolean => block?.blockhash === blockhash;
    try {
      const result = blockAnswer.nullable();
      const block = await this.#call({ method, params, result, enough: isIt, signal });
      return block ? isIt(block) : undefined;
    } catch (error) {
      if (!isLaunchlensError(error, 'RPC_REFUSED')) throw error;
      const { rpcCode, detail } = error.context;
      if (SKIPPED.has(rpcCode)) return (await this.#skips(slot, { commitment, signal })) ? false : undefined;
      if (rpcCode === NOT_AVAILABLE && (await this.#head({ commitment, signal })) < slot)
        throw new LaunchlensError('RPC_BEHIND', { host: this.#host, method, detail });
      return undefined;
    }
  }

  /**
   * Undefined if the node does not have the block, or its transactions' token balances.
   * @throws RPC_REFUSED with the reason why it does not have the block
   */
  async getBlockWrites(slot: bigint, { commitment, signal }: LedgerRead): Promise<BlockWrites | undefined> {
    const answer = await this.#call({
      method: 'getBlock',
      params: blockParams(slot, commitment, 'accounts'),
      result: blockWritesAnswer.nullable(),
      signal,
    });
    try {
      return answer ? readBlockWrites(answer) : undefined;
    } catch (cause) {
      const reason = `a block that cannot be read (${slot})`;
      throw new LaunchlensError('RPC_BAD_ANSWER', { host: this.#host, method: 'getBlock', reason }, cause);
    }
  }

  /** The slots from `from` to `to` that have a block. */
  getBlocks(from: bigint, to: bigint, { commitment, signal }: LedgerRead): Promise<bigint[]> {
    const params = [jsonInteger('slot', from), jsonInteger('slot', to), { commitment }];
    return this.#call({ method: 'getBlocks', params, result: slotsAnswer, signal });
  }

  /** A block's transactions that name a program; undefined if the node does not have it, or not all about them. */
  async getProgramBlock(
    slot: bigint,
    program: string,
    { commitment, signal }: LedgerRead,
  ): Promise<ProgramBlock | undefined> {
    const params = blockParams(slot, commitment, 'full');
    const result = blockTransactionsAnswer.nullable();
    const answer = await this.#ifThere({ method: 'getBlock', params, result, signal });
    return answer ? readProgramBlock(slot, answer, program) : undefined;
  }

  /** Whether a node still has all blocks from this slot on. */
  async hasBlocksFrom(slot: bigint, signal?: AbortSignal): Promise<boolean> {
    const enough = (first: bigint): boolean => first <= slot;
    const method = 'getFirstAvailableBlock';
    return enough(await this.#call({ method, params: [], result: u64, enough, signal }));
  }

  /** Whether the chain's next block after a slot was built on one before it. */
  async #skips(slot: bigint, { commitment, signal }: LedgerRead): Promise<boolean> {
    const params = [jsonInteger('slot', slot), 1, { commitment }];
    const [next] = await this.#call({ method: 'getBlocksWithLimit', params, result: slotsAnswer, signal });
    const block = next === undefined ? undefined : await this.getBlockMeta(next, { commitment, signal });
    return block !== undefined && block.parentSlot < slot;
  }

  #head({ commitment, signal }: LedgerRead): Promise<bigint> {
    return this.#call({ method: 'getSlot', params: [{ commitment }], result: u64, signal });
  }

  async #ifThere<Result>(request: RpcCall<Result>): Promise<Result | undefined> {
    try {
      return await this.#call(request);
    } catch (error) {
      if (isLaunchlensError(error, 'RPC_REFUSED') && NOT_THERE.has(error.context.rpcCode)) return undefined;
      throw error;
    }
  }
}

function blockParams(slot: bigint, commitment: Commitment, transactionDetails: 'none' | 'accounts' | 'full') {
  const config = { commitment, transactionDetails, rewards: false, maxSupportedTransactionVersion: 0 };
  return [jsonInteger('slot', slot), config];
}
