import type { ExecutionResult, GraphQLFormattedError } from 'graphql';
import { formatError, type OutgoingError } from './format-error.ts';

export const JSON_ANSWER = 'application/json';
export const GRAPHQL_ANSWER = 'application/graphql-response+json';
export type AnswerType = typeof JSON_ANSWER | typeof GRAPHQL_ANSWER;

/** A result in its HTTP form. */
export interface OutgoingResult {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
  /** Causes that are our fault. */
  readonly faults: readonly unknown[];
}

/**
 * Writes a result. If nothing was executed, the status says why. With `application/json` a well-formed request is 200
 * even then, because clients of that type treat other statuses as transport failures. A used-up limit is unrelated to
 * the document, so it is always 429.
 */
export function outgoingResult(
  { errors, data, extensions }: ExecutionResult,
  type: AnswerType,
): OutgoingResult {
  const outgoing = (errors ?? []).map(formatError);
  const text = JSON.stringify({
    ...(errors && { errors: outgoing.map(({ body }): GraphQLFormattedError => body) }),
    ...(data !== undefined && { data }),
    ...(extensions && { extensions }),
  });
  const faults = outgoing.map(({ fault }) => fault).filter((fault) => fault !== undefined);
  if (data !== undefined) return { status: 200, retryAfter: undefined, text, faults };
  const retryAfter = outgoing.find((error) => error.retryAfter !== undefined)?.retryAfter;
  return { status: statusOf(outgoing, type), retryAfter, text, faults };
}

function statusOf(errors: readonly OutgoingError[], type: AnswerType): number {
  const status = errors.reduce((worst, error) => Math.max(worst, error.status), 400);
  const wellFormed = errors.every((error) => error.wellFormed);
  return type === JSON_ANSWER && status < 500 && status !== 429 && wellFormed ? 200 : status;
}
