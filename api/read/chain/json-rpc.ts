import { z } from 'zod';
import { base64Text } from '../../../core/kernel/base64-text.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { parseExactJson } from '../../../core/kernel/exact-json.ts';
import { pubkeyText } from '../../../core/kernel/pubkey-text.ts';
import { U64_MAX } from '../../../core/kernel/u64.ts';
import type { ChainAccount, ChainReader } from './reader.ts';

const LIMIT_MS = 5_000;
const MOST_AT_ONCE = 4;

export interface ChainReaderOptions {
  readonly url: string;
  readonly limitMs?: number;
  readonly mostAtOnce?: number;
}

const u64 = z.bigint().min(0n).max(U64_MAX);
const accountValue = z.object({
  owner: pubkeyText,
  lamports: u64,
  data: z.tuple([base64Text, z.literal('base64')]),
});
const answerShape = z.union([
  z.object({ error: z.object({ code: z.union([z.bigint(), z.number()]), message: z.string() }) }),
  z.object({ result: z.object({ context: z.object({ slot: u64 }), value: accountValue.nullable() }) }),
]);

/** Reads accounts from a Solana node by its JSON-RPC. The node's address never shows in an error. */
export function createChainReader(options: ChainReaderOptions): ChainReader {
  const { url, limitMs = LIMIT_MS, mostAtOnce = MOST_AT_ONCE } = options;
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
      const call = { jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params: [pubkey, config] };
      return accountOf(await post(url, JSON.stringify(call), limitMs));
    },
  };
}

async function post(url: string, body: string, limitMs: number): Promise<string> {
  try {
    const signal = AbortSignal.timeout(limitMs);
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    if (!response.ok) throw unreadable(`the node answers HTTP ${response.status}`);
    return await response.text();
  } catch (error) {
    if (error instanceof LaunchlensError) throw error;
    const late = error instanceof Error && error.name === 'TimeoutError';
    throw unreadable(
      late ? `the node did not answer within ${limitMs} ms` : 'the node cannot be reached',
      error,
    );
  }
}

/** The account in a node's answer. @throws CHAIN_UNREADABLE */
export function accountOf(text: string): ChainAccount {
  const parsed = answerShape.safeParse(parseExact(text));
  if (!parsed.success) throw unreadable('the node’s answer is not that of getAccountInfo');
  if ('error' in parsed.data) throw unreadable(`the node refuses (${parsed.data.error.code})`);
  const { context, value } = parsed.data.result;
  if (value === null) return { slot: context.slot, held: undefined };
  const { owner, lamports, data } = value;
  return { slot: context.slot, held: { owner, lamports, data: data[0] } };
}

function parseExact(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}

function unreadable(reason: string, cause?: unknown): LaunchlensError<'CHAIN_UNREADABLE'> {
  return new LaunchlensError('CHAIN_UNREADABLE', { reason }, cause);
}
