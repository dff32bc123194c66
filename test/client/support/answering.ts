import { Launchlens, type LaunchlensOptions } from '../../../client/index.ts';

export interface Asked {
  readonly url: string;
  readonly init: RequestInit;
  readonly headers: Headers;
}

export type Answerer = (asked: Asked, attempt: number) => Response | Promise<Response>;

export interface Scripted {
  readonly client: Launchlens;
  readonly asked: readonly Asked[];
  /** What was waited for, in milliseconds. */
  readonly waited: readonly number[];
}

/** A client whose network is a function: for faults that a server that works does not have. */
export function scripted(answer: Answerer, options: LaunchlensOptions = {}): Scripted {
  const asked: Asked[] = [];
  const waited: number[] = [];
  const client = new Launchlens({
    ...{ url: 'https://launchlens.example', env: {} },
    fetch: async (url, init = {}) => {
      const request = { url: String(url), init, headers: new Headers(init.headers) };
      asked.push(request);
      return answer(request, asked.length);
    },
    wait: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      waited.push(milliseconds);
    },
    ...options,
  });
  return { client, asked, waited };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
}
