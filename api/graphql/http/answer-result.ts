import type { ExecutionResult, GraphQLFormattedError } from 'graphql';
import { formatError, type OutgoingError } from './format-error.ts';

export const JSON_ANSWER = 'application/json';
export const GRAPHQL_ANSWER = 'application/graphql-response+json';
export type AnswerType = typeof JSON_ANSWER | typeof GRAPHQL_ANSWER;

/** A result as it leaves over HTTP. */
export interface OutgoingResult {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
  /** Causes that are faults of ours. */
  readonly faults: readonly unknown[];
}

/**
 * Writes a result. Where nothing was executed the status says why; with `application/json` a well-formed request is
 * answered 200 even so, since clients of that type take other statuses for a failure of the transport. A limit that is
 * used up has nothing to do with the document, so it is always 429.
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
