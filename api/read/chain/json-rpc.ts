import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { heldAccount, inContext } from './account-shape.ts';
import type { ChainAccount, ChainReader } from './reader.ts';
import { askNode, type RpcAnswer, resultOf, rpcAnswer } from './rpc-call.ts';

export const RPC_LIMIT_MS = 5_000;
const MOST_AT_ONCE = 4;

export interface ChainReaderOptions {
  readonly url: string;
  readonly limitMs?: number;
  readonly mostAtOnce?: number;
}

const METHOD = 'getAccountInfo';
const answerShape = inContext(heldAccount.nullable());

/** Reads accounts from a Solana node by its JSON-RPC. The node's address never shows in an error. */
export function createChainReader(options: ChainReaderOptions): ChainReader {
  const { url, limitMs = RPC_LIMIT_MS, mostAtOnce = MOST_AT_ONCE } = options;
  let running = 0;
  return {
    inTurn: async (work) => {
      if (running >= mostAtOnce) throw new LaunchlensError('CHAIN_READER_BUSY', {});
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
      }
    },
    account: async (pubkey, { commitment, minContextSlot }) => {
      const config = { commitment, encoding: 'base64', minContextSlot: Number(minContextSlot) };
      return accountIn(
        await askNode({ url, limitMs }, { method: METHOD, params: [pubkey, config] }, answerShape),
      );
    },
  };
}

/** The account in a node's answer. @throws CHAIN_UNREADABLE */
export function accountOf(text: string): ChainAccount {
  return accountIn(rpcAnswer(text, METHOD, answerShape));
}

function accountIn(answer: RpcAnswer<(typeof answerShape)['_zod']['output']>): ChainAccount {
  const { slot, value } = resultOf(answer);
  return { slot, held: value ?? undefined };
}
