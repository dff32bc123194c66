import type { z } from 'zod';
import { LaunchlensError } from '../kernel/errors/error.ts';
import { parseExactJson } from '../kernel/exact-json.ts';
import { redactText } from '../kernel/redact.ts';
import { retryAfterMs } from '../kernel/retries.ts';
import { envelope } from './answers.ts';

export interface RpcEndpoint {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** For display: never the path, where providers put keys. */
  readonly host: string;
  readonly timeoutMs: number;
}

export interface RpcCall<Result> {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly result: z.ZodType<Result>;
  /** Throws if a well-formed response of this host is unusable; a retryable error repeats the request. */
  readonly accept?: (result: Result, host: string) => void;
  /** Whether no other node needs to be asked; by default a response other than null is. */
  readonly enough?: (result: Result) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Codes with which a node reports that it is behind: MinContextSlotNotReached and NodeUnhealthy. */
const BEHIND: ReadonlySet<bigint> = new Set([-32_016n, -32_005n]);

/** Statuses that `fetch` would follow, to a host that the operator did not choose. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Credentials in a URL become a header, because `fetch` refuses them. */
export function rpcEndpoint(text: string, timeoutMs: number): RpcEndpoint {
  const url = new URL(text);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  const authorization = username || password ? { authorization: `Basic ${basic.toString('base64')}` } : {};
  return {
    url,
    headers: { 'content-type': 'application/json', ...authorization },
    host: url.host,
    timeoutMs,
  };
}

/** One request and its validated response. @throws the RPC_ codes, or the reason of the caller's signal. */
export async function post<Result>(endpoint: RpcEndpoint, call: RpcCall<Result>): Promise<Result> {
  return readAnswer(endpoint.host, call, await send(endpoint, call));
}

/** The validated result of a response. @throws the RPC_ codes */
export function readAnswer<Result>(host: string, call: RpcCall<Result>, answer: HttpAnswer): Result {
  const { method } = call;
  if (answer.status !== 200) throw httpFailure(host, method, answer);
  const bad = (reason: string, cause?: unknown) =>
    new LaunchlensError('RPC_BAD_ANSWER', { host, method, reason }, cause);
  let json: unknown;
  try {
    json = JSON.parse(answer.body);
  } catch (cause) {
    throw bad('a body that is not JSON', cause);
  }
  const parsed = envelope.safeParse(json);
  if (!parsed.success) throw bad('a body that is not JSON-RPC');
  if ('error' in parsed.data) throw rpcFailure(host, method, parsed.data.error);
  const result = readResult(call.result, parsed.data.result, answer.body);
  if (!result.success) throw bad(`an unexpected shape: ${firstIssue(result.error)}`);
  call.accept?.(result.data, host);
  return result.data;
}

/**
 * Uses the parsed numbers if all are safe integers, which is nearly always; otherwise parses the digits, which
 * takes eight times as long.
 */
function readResult<Result>(schema: z.ZodType<Result>, result: unknown, body: string) {
  const read = schema.safeParse(result);
  if (read.success) return read;
  return schema.safeParse((parseExactJson(body) as { result?: unknown }).result);
}

export interface HttpAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

type Request = Pick<RpcCall<unknown>, 'method' | 'params' | 'signal'>;

async function send(endpoint: RpcEndpoint, call: Request): Promise<HttpAnswer> {
  const { url, headers, host, timeoutMs } = endpoint;
  const { method, params, signal } = call;
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: await response.text(),
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted) throw new LaunchlensError('RPC_TIMEOUT', { host, method, ms: timeoutMs }, error);
    throw new LaunchlensError('RPC_UNREACHABLE', { host, reason: reasonOf(error) }, error);
  }
}

function httpFailure(
  host: string,
  method: string,
  { status, retryAfter, body }: HttpAnswer,
): LaunchlensError {
  if (status === 429) {
    return new LaunchlensError('RPC_RATE_LIMITED', { host, method, retryAfterMs: retryAfterMs(retryAfter) });
  }
  if (REDIRECTS.has(status))
    return new LaunchlensError('RPC_REDIRECTED', { host, method, httpStatus: status });
  if (status >= 500) return new LaunchlensError('RPC_UNREACHABLE', { host, reason: `HTTP ${status}` });
  const detail = redactText(body.slice(0, 200).trim()) || 'no reason given';
  return new LaunchlensError('RPC_REFUSED', { host, method, rpcCode: `HTTP ${status}`, detail });
}

function rpcFailure(
  host: string,
  method: string,
  { code, message }: { code: bigint; message: string },
): LaunchlensError {
  const detail = redactText(message);
  const context = { host, method, rpcCode: code.toString(), detail };
  return new LaunchlensError(BEHIND.has(code) ? 'RPC_BEHIND' : 'RPC_REFUSED', context);
}

/** Node's code for the failure, or its message without anything that could be a key. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  if (typeof cause?.code === 'string') return cause.code;
  return error instanceof Error ? redactText(error.message) : 'no connection';
}

function firstIssue({ issues }: z.ZodError): string {
  const [issue] = issues;
  return issue ? `${issue.path.join('.') || 'the result'}: ${issue.message}` : 'the result';
}
