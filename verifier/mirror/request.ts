import { httpRequest, isRecord, redactedUrl } from '../chain/http.ts';
import { foreignText } from '../failure.ts';
import { parseExactJson } from './exact-json.ts';

export interface MirrorPlace {
  readonly api: string;
  readonly launchId: bigint;
  readonly timeoutMs: number;
}

/** A request about a launch: the path below its own, and the query. */
export interface MirrorRequest {
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
}

export type Reply<Value> =
  | { readonly kind: 'answer'; readonly value: Value }
  | { readonly kind: 'later'; readonly why: string; readonly afterMs: number | undefined }
  | { readonly kind: 'never'; readonly why: string; readonly status?: number };

const PASSING_STATUSES: readonly number[] = [429, 502, 503, 504];

/** Asks the mirror once; `parse` reads the answer, or returns text about what is wrong with it. */
export async function requestMirror<Value>(
  { api, launchId, timeoutMs }: MirrorPlace,
  { path, parameters }: MirrorRequest,
  parse: (text: string) => Value | string,
): Promise<Reply<Value>> {
  const peer = `the mirror at ${redactedUrl(api)}`;
  const url = launchUrl(api, `${launchId}${path}`, parameters);
  const { status, text, retryAfterMs } = await httpRequest({ url, peer, timeoutMs });
  if (status === 200) {
    const value = parse(text);
    if (typeof value !== 'string') return { kind: 'answer', value };
    return { kind: 'never', why: `${peer} answered with ${value}` };
  }
  const why = `${peer} answered HTTP ${status}${detailOf(parseExactJson(text))}`;
  if (PASSING_STATUSES.includes(status)) return { kind: 'later', why, afterMs: retryAfterMs };
  return { kind: 'never', why, status };
}

function launchUrl(api: string, path: string, parameters: MirrorRequest['parameters']): string {
  const url = new URL(api);
  const base = url.pathname.replace(/\/+$/, '');
  const root = /\/api\/v\d+$/.test(base) ? base : `${base}/api/v1`;
  url.pathname = `${root}/ilo/launches/${path}`;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

function detailOf(body: unknown): string {
  return isRecord(body) && typeof body.detail === 'string' ? `: ${foreignText(body.detail)}` : '';
}
