import { httpRequest, isRecord, type Patience, redactedUrl } from '../chain/http.ts';
import { foreignText } from '../failure.ts';

export interface ApiPlace {
  /** Base address of the service, with or without `/api/v1`. */
  readonly api: string;
  readonly timeoutMs: number;
  /** What messages call the service. */
  readonly called: string;
}

/** A request: the path below the base path, and the query. */
export interface ApiRequest {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export type Reply<Value> =
  | { readonly kind: 'answer'; readonly value: Value }
  | { readonly kind: 'later'; readonly why: string; readonly afterMs: number | undefined }
  | Refusal;

export interface Refusal {
  readonly kind: 'never';
  readonly why: string;
  readonly status?: number;
  /** The name of the error, as the service calls it. */
  readonly code?: string;
}

const PASSING_STATUSES: readonly number[] = [429, 502, 503, 504];

/** Asks once; `parse` reads the answer, or returns text about what is wrong with it. */
export async function requestApi<Value>(
  { api, timeoutMs, called }: ApiPlace,
  { path, parameters }: ApiRequest,
  parse: (text: string) => Value | string,
): Promise<Reply<Value>> {
  const peer = `${called} at ${redactedUrl(api)}`;
  const { status, text, retryAfterMs } = await httpRequest({
    url: urlOf(api, path, parameters),
    peer,
    timeoutMs,
  });
  if (status === 200) {
    const value = parse(text);
    if (typeof value !== 'string') return { kind: 'answer', value };
    return { kind: 'never', why: `${peer} answered with ${value}` };
  }
  const { detail, code } = errorOf(text);
  const why = `${peer} answered HTTP ${status}${detail}`;
  if (PASSING_STATUSES.includes(status)) return { kind: 'later', why, afterMs: retryAfterMs };
  return { kind: 'never', why, status, code };
}

/** Asks until there is an answer or a refusal, or no time is left. */
export async function settled<Value>(
  attempt: () => Promise<Reply<Value>>,
  patience: Patience,
): Promise<Reply<Value>> {
  for (;;) {
    const reply = await attempt();
    if (reply.kind !== 'later' || !(await patience.pause(reply.afterMs))) return reply;
  }
}

function urlOf(api: string, path: string, parameters: ApiRequest['parameters']): string {
  const url = new URL(api);
  const base = url.pathname.replace(/\/+$/, '');
  const root = /\/api\/v\d+$/.test(base) ? base : `${base}/api/v1`;
  url.pathname = `${root}${path}`;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

function errorOf(text: string): { readonly detail: string; readonly code: string } {
  const body = parsed(text);
  const { detail, code } = isRecord(body) ? body : {};
  return {
    detail: typeof detail === 'string' ? `: ${foreignText(detail)}` : '',
    code: typeof code === 'string' ? code : '',
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
