import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { parseExactJson } from '../../../core/kernel/exact-json.ts';

/** A Solana node, and how long it may take to answer. */
export interface RpcNode {
  readonly url: string;
  readonly limitMs: number;
}

/** What a node refused, or how it answered. */
export type RpcAnswer<Result> = { readonly result: Result } | { readonly error: RpcRefusal };

export interface RpcRefusal {
  readonly code: number;
  readonly message: string;
}

const refusal = z.object({
  error: z.object({ code: z.union([z.bigint(), z.number()]), message: z.string() }),
});

/** Asks one question of a node and parses its answer. The node's address never shows in an error. @throws CHAIN_UNREADABLE */
export async function askNode<Result>(
  node: RpcNode,
  { method, params }: { readonly method: string; readonly params: readonly unknown[] },
  shape: z.ZodType<Result>,
): Promise<RpcAnswer<Result>> {
  const text = await post(node, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return rpcAnswer(text, method, shape);
}

/** What a node's answer says. @throws CHAIN_UNREADABLE */
export function rpcAnswer<Result>(text: string, method: string, shape: z.ZodType<Result>): RpcAnswer<Result> {
  const body = parseExact(text);
  const refused = refusal.safeParse(body);
  if (refused.success) {
    const { code, message } = refused.data.error;
    return { error: { code: Number(code), message } };
  }
  const parsed = z.object({ result: shape }).safeParse(body);
  if (!parsed.success) throw unreadable(`the node’s answer is not that of ${method}`);
  return { result: parsed.data.result };
}

/** The result of an answer. @throws CHAIN_UNREADABLE where the node refused */
export function resultOf<Result>(answer: RpcAnswer<Result>): Result {
  if ('error' in answer) throw unreadable(`the node refuses (${answer.error.code})`);
  return answer.result;
}

async function post({ url, limitMs }: RpcNode, body: string): Promise<string> {
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
