import { z } from 'zod';
import type { Random } from '../../../fixtures/localnet/keys/random.ts';

/** What an answer of the API turned out to be. */
export type Verdict =
  | { readonly kind: 'right'; readonly slot: bigint; readonly rows: number }
  /** The process is dead, starts, or said that it cannot answer. */
  | { readonly kind: 'refused'; readonly status: number; readonly detail: string }
  | { readonly kind: 'wrong'; readonly slot: bigint; readonly detail: string };

/** Who draws questions to the API and knows the answers. A question without a slot is about now. */
export interface Examining<Question extends { readonly slot: bigint | undefined }> {
  /** A question whose answer is stamped with the newest slot. */
  readonly now: Question;
  draw(random: Random, first: bigint, last: bigint): Question;
  ask(url: string, question: Question): Promise<Verdict>;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/** Status 0 is a connection that failed. @param body To POST as JSON */
export async function request(url: string, body?: unknown): Promise<HttpAnswer> {
  const posted = body !== undefined && {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  try {
    const response = await fetch(url, { ...posted, signal: AbortSignal.timeout(10_000) });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { status: 0, text: String((error as Error).cause ?? error) };
  }
}

const refusal = z.object({ detail: z.string() });

export function refusalOf({ status, text }: HttpAnswer): Extract<Verdict, { kind: 'refused' }> {
  const parsed = refusal.safeParse(parseJson(text));
  return { kind: 'refused', status, detail: parsed.success ? parsed.data.detail : text.slice(0, 200) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
