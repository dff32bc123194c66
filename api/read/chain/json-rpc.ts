import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { readAnswer } from '../../../core/rpc/post.ts';
import { SYSTEM_PROGRAM_ID } from '../../../idl/programs.ts';
import { askChain, type ChainNode, heldAccount, inContext, readable, unreadable } from './node.ts';
import type { ChainAccount, ChainReader } from './reader.ts';

const QUESTION = { method: 'getAccountInfo', result: inContext(heldAccount.nullable()) } as const;

/** Reads accounts from a Solana node by JSON-RPC. The node's address never appears in an error. */
export function createChainReader(node: ChainNode): ChainReader {
  const ask = askChain(node, 'reads');
  return {
    account: async (pubkey, { commitment, minContextSlot }) => {
      const config = { commitment, encoding: 'base64', minContextSlot: Number(minContextSlot) };
      const reading = ask({ ...QUESTION, params: [pubkey, config] }).catch(busyOr);
      return accountIn(await readable(reading));
    },
  };
}

/** The account in a node's answer. @throws CHAIN_UNREADABLE */
export function accountOf(body: string): ChainAccount {
  try {
    return accountIn(readAnswer('', { ...QUESTION, params: [] }, { status: 200, retryAfter: null, body }));
  } catch (error) {
    throw unreadable(error);
  }
}

function busyOr(error: unknown): never {
  throw isLaunchlensError(error, 'RPC_NO_TURN') ? new LaunchlensError('CHAIN_READER_BUSY', {}, error) : error;
}

function accountIn({ slot, value }: (typeof QUESTION.result)['_zod']['output']): ChainAccount {
  return { slot, held: value === null || value.owner === SYSTEM_PROGRAM_ID ? undefined : value };
}
