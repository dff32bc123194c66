import { base58 } from '@scure/base';
import { z } from 'zod';
import { base64Text, pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type { Commitment } from '../../../core/kernel/settings/schema.ts';
import { u64 } from '../../../core/rpc/answers.ts';
import { openRpcNode } from '../../../core/rpc/node.ts';
import type { RpcCall } from '../../../core/rpc/post.ts';
import type { RpcLane, RpcLimit } from '../../../core/rpc/rate-limit.ts';
import type { ChainAccounts } from './transactions.ts';

const LIMIT_MS = 5_000;

/** The nodes that the API uses. */
export interface ChainNode {
  readonly url: string | readonly string[];
  /** The limit of this process; defaults to that of the node's address. */
  readonly limit?: RpcLimit | undefined;
  /** For one answer. */
  readonly limitMs?: number | undefined;
}

export type AskChain = <Result>(call: RpcCall<Result>) => Promise<Result>;

/** Queries a node once; callers can retry. @throws the RPC_ codes */
export function askChain({ url, limit, limitMs = LIMIT_MS }: ChainNode, lane: RpcLane): AskChain {
  return openRpcNode({ url, limit, lane, timeoutMs: limitMs, retries: 0 }).call;
}

export type ReadChain = <Result>(
  method: string,
  params: readonly unknown[],
  result: z.ZodType<Result>,
) => Promise<Result>;

/** Reads, and reports failures without the node's address. @throws CHAIN_UNREADABLE */
export async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (error) {
    throw unreadable(error);
  }
}

/** The same for calls. @throws CHAIN_UNREADABLE */
export function readerOf(call: AskChain): ReadChain {
  return (method, params, result) => readable(call({ method, params, result }));
}

/** A node's error, as reported to clients; other errors unchanged. */
export function unreadable(error: unknown): unknown {
  const reason = reasonOf(error);
  return reason === undefined ? error : new LaunchlensError('CHAIN_UNREADABLE', { reason }, error);
}

/** A node's refusal, in its own words; undefined for other errors. */
export function refusalOf(error: unknown): string | undefined {
  if (isLaunchlensError(error, 'RPC_BEHIND')) return error.context.detail;
  if (!isLaunchlensError(error, 'RPC_REFUSED') || isHttp(error.context.rpcCode)) return undefined;
  return error.context.detail;
}

function reasonOf(error: unknown): string | undefined {
  if (isLaunchlensError(error, 'RPC_NO_TURN'))
    return 'more important requests use the whole rate of the node (SOLANA_RPC_RATE_PER_SECOND)';
  if (isLaunchlensError(error, 'RPC_TIMEOUT')) return `the node did not answer within ${error.context.ms} ms`;
  if (isLaunchlensError(error, 'RPC_REDIRECTED'))
    return `the node redirects (HTTP ${error.context.httpStatus}). Redirects are not followed: the operator must set SOLANA_RPC_URL to the final URL`;
  if (isLaunchlensError(error, 'RPC_RATE_LIMITED')) return 'the node answers HTTP 429';
  if (isLaunchlensError(error, 'RPC_BAD_ANSWER'))
    return `the node’s answer is not that of ${error.context.method}`;
  if (isLaunchlensError(error, 'RPC_UNREACHABLE')) {
    const { reason } = error.context;
    return isHttp(reason) ? `the node answers ${reason}` : 'the node cannot be reached';
  }
  if (isLaunchlensError(error, 'RPC_REFUSED') || isLaunchlensError(error, 'RPC_BEHIND')) {
    const { rpcCode } = error.context;
    return rpcCode && isHttp(rpcCode) ? `the node answers ${rpcCode}` : `the node refuses (${rpcCode})`;
  }
  return undefined;
}

function isHttp(text: string): boolean {
  return text.startsWith('HTTP ');
}

/** An account in `base64` as nodes answer it. */
export const heldAccount = z
  .object({
    owner: pubkeyText,
    lamports: u64,
    data: z.tuple([base64Text, z.literal('base64')]),
  })
  .transform(({ owner, lamports, data }) => ({ owner, lamports, data: data[0] as Uint8Array }));

/** An answer with the slot that it was given at. */
export function inContext<Value>(value: z.ZodType<Value>) {
  return z
    .object({ context: z.object({ slot: u64 }), value })
    .transform((answer) => ({ slot: answer.context.slot, value: answer.value as Value }));
}

const accountsShape = inContext(z.array(heldAccount.nullable()));

/** Accounts at one slot, at most 100; one that does not exist is undefined. @throws CHAIN_UNREADABLE */
export function accountsReader(read: ReadChain, commitment: Commitment) {
  return async (addresses: readonly Pubkey[]): Promise<ChainAccounts> => {
    const config = { commitment, encoding: 'base64' };
    const { slot, value } = await read('getMultipleAccounts', [addresses, config], accountsShape);
    return { slot, held: value.map((held) => held ?? undefined) };
  };
}

const ownedShape = z.array(z.object({ pubkey: pubkeyText, account: heldAccount }));

/** Bytes that an account has to have at an offset. */
export interface AccountFilter {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** A program's accounts that pass every filter. Some nodes do not answer this. @throws CHAIN_UNREADABLE */
export function programAccountsReader(read: ReadChain, commitment: Commitment) {
  return async (program: Pubkey, filters: readonly AccountFilter[]) => {
    const memcmp = filters.map(({ offset, bytes }) => ({ memcmp: { offset, bytes: base58.encode(bytes) } }));
    const config = { commitment, encoding: 'base64', filters: memcmp };
    const found = await read('getProgramAccounts', [program, config], ownedShape);
    return found.map(({ pubkey, account }) => ({ address: pubkey, held: account }));
  };
}
