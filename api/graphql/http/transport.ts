import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { AnswerBody } from '../../../core/kernel/answer-body.ts';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { camelCased } from '../../../schemas/letter-case.ts';
import { authorizationOf } from '../../access/agents/header.ts';
import { answerableError, requestRefusal } from '../../actions/answerable.ts';
import { sourceStamp } from '../../actions/source-stamp.ts';
import type { GraphqlYoga } from '../execution/yoga.ts';
import { GRAPHQL_LIMITS } from '../limits.ts';
import { BoundedQueue } from '../live/queue.ts';
import type { LiveEvent } from '../live/subscribe.ts';
import type { GraphqlServices } from '../request/scope.ts';
import type { AnswerCache, CachedAnswer } from './answer-cache.ts';
import { type AnswerType, GRAPHQL_ANSWER, JSON_ANSWER, outgoingResult } from './answer-result.ts';
import { sendEvents } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import { COMMON_HEADERS, PRIVATE_HEADERS } from './headers.ts';
import { EVENT_STREAM, negotiate } from './negotiate.ts';
import { bodyText, lastEventIdOf, questionOf } from './question.ts';

const RESULT_TYPES = [JSON_ANSWER, GRAPHQL_ANSWER];

/** Counts answers by route and status, and cache hits; times operations. */
export interface RequestMetrics {
  request(route: string, status: number): void;
  ready(hit: boolean): void;
  operation(field: string, outcome: 'ok' | 'error' | 'stream', seconds: number): void;
}

export interface TransportOptions {
  readonly path: string;
  readonly services: GraphqlServices;
  readonly yoga: GraphqlYoga;
  readonly answers: AnswerCache;
  readonly metrics: RequestMetrics;
  readonly heartbeatMs: number;
  readonly farewellMs: number;
}

/** Takes requests, passes them to yoga unless their answer is cached, and writes the results. */
export class GraphqlTransport {
  readonly #options: TransportOptions;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const type = negotiate(request.headers.accept);
    if (type === undefined) throw new LaunchlensError('GRAPHQL_NOT_ACCEPTABLE', { types: RESULT_TYPES });
    const { answers, metrics } = this.#options;
    const question = questionOf(request, type);
    const ready = answers.find(question);
    metrics.ready(ready !== undefined);
    if (ready !== undefined) return this.#send(reply, 200, ready);

    // Read first: a change of the gate in between makes the answer outdated, never newer than its version.
    const { gateVersion } = answers;
    const authorization = authorizationOf(request.raw.rawHeaders);
    const exchange: Exchange = { type, authorization, lastEventId: lastEventIdOf(request) };
    const result = this.#stamped(await this.#ask(request, exchange), exchange);
    const personal = exchange.scope?.personal ?? false;
    if (exchange.events) return this.#stream(reply, exchange.events, { type, field: exchange.field });
    if (type === EVENT_STREAM && result.data !== undefined) {
      return this.#stream(reply, onlyEvent(result, exchange), { type, personal, field: exchange.field });
    }
    const { field = 'none' } = exchange;
    const made = { ...this.#write(result, type === EVENT_STREAM ? GRAPHQL_ANSWER : type), field };
    const { scope, cacheable } = exchange;
    if (scope && cacheable) answers.keep(question, { epoch: scope.epoch, gateVersion }, made);
    this.#send(reply, made.status, { ...made, personal, failed: result.errors !== undefined });
  }

  /** Sends an answer with only an error. */
  refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    const type = negotiate(request.headers.accept) === JSON_ANSWER ? JSON_ANSWER : GRAPHQL_ANSWER;
    const refusal = refusalOf(error);
    const made = this.#write(this.#stamped({ errors: [refusal as never] }, {}), type);
    this.#send(reply, refusal.status, { ...made, field: 'none', failed: true });
  }

  async #ask({ method, raw, body, headers }: FastifyRequest, exchange: Exchange): Promise<ExecutionResult> {
    const { yoga } = this.#options;
    const isPost = method === 'POST';
    const { 'content-type': mediaType = '' } = headers;
    // Fastify checks the media type of a body only if there is one, and yoga gives no result without a media type.
    if (isPost && mediaType === '') throw new LaunchlensError('GRAPHQL_MEDIA_TYPE', {});
    const request = new yoga.fetchAPI.Request(`http://localhost${raw.url}`, {
      method,
      headers: { accept: exchange.type, ...(isPost && { 'content-type': mediaType }) },
      ...(isPost && { body: bodyText(body) }),
    });
    await yoga.fetch(request, { exchange });
    if (exchange.result === undefined) throw new TypeError('yoga ended without a result');
    return exchange.result;
  }

  #stamped(
    result: ExecutionResult,
    { scope, programs }: Pick<Exchange, 'scope' | 'programs'>,
  ): ExecutionResult {
    const { held } = this.#options.services.store;
    const newest = programs ? programs.firstSource : held && camelCased(sourceStamp(held.stamp));
    const source = scope?.requestSource ?? newest;
    return source ? { ...result, extensions: { source } } : result;
  }

  #write(result: ExecutionResult, type: AnswerType) {
    const { status, retryAfter, text, faults } = outgoingResult(result, type);
    for (const fault of faults) this.#report(fault);
    const source = result.extensions?.source as { readonly lastIndexedSlot: number } | undefined;
    return {
      status,
      retryAfter,
      type,
      body: new AnswerBody(Buffer.from(text)),
      slot: source?.lastIndexedSlot,
    };
  }

  #send(reply: FastifyReply, status: number, sent: Sent): void {
    const { type, body, slot, retryAfter, personal, field, failed = false } = sent;
    this.#options.metrics.operation(field, failed ? 'error' : 'ok', reply.elapsedTime / 1000);
    // What somebody else chose must not be compressed together with what only the caller may read.
    const encoded = body.encodedFor(personal ? {} : reply.request.headers);
    const headers = {
      'content-type': `${type}; charset=utf-8`,
      ...encoded.headers,
      ...(slot !== undefined && { 'x-last-indexed-slot': slot }),
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    };
    this.#head(reply, status)
      .writeHead(status, { ...headersOf(personal), ...setBefore(reply), ...headers })
      .end(encoded.bytes);
  }

  async #stream(
    reply: FastifyReply,
    events: BoundedQueue<LiveEvent>,
    { type, personal, field = 'none' }: Streamed,
  ): Promise<void> {
    if (type !== EVENT_STREAM) {
      await events.return();
      throw new LaunchlensError('GRAPHQL_NOT_ACCEPTABLE', { types: [EVENT_STREAM] });
    }
    const { heartbeatMs, farewellMs, metrics } = this.#options;
    metrics.operation(field, 'stream', reply.elapsedTime / 1000);
    const headers = { ...headersOf(personal), 'x-accel-buffering': 'no' };
    const onFault = (fault: unknown): void => this.#report(fault);
    await sendEvents(this.#head(reply, 200), events, { headers, heartbeatMs, farewellMs, onFault });
  }

  /** Takes the response from the framework, whose own sending costs as much as a cached answer. */
  #head(reply: FastifyReply, status: number): ServerResponse {
    this.#options.metrics.request(this.#options.path, status);
    return reply.hijack().raw;
  }

  #report(fault: unknown): void {
    const { services, path } = this.#options;
    services.logger.error({ err: fault, route: path }, 'a GraphQL request failed');
  }
}

interface Streamed {
  readonly type: string;
  readonly personal?: boolean;
  readonly field: string | undefined;
}

interface Sent extends CachedAnswer {
  /** Whether it contains an error. */
  readonly failed?: boolean;
  readonly retryAfter?: string | undefined;
  /** Whether it is only for its caller. */
  readonly personal?: boolean;
}

function headersOf(personal = false): Readonly<Record<string, string>> {
  return personal ? { ...COMMON_HEADERS, ...PRIVATE_HEADERS } : COMMON_HEADERS;
}

function setBefore(reply: FastifyReply): OutgoingHttpHeaders {
  return reply.getHeaders() as OutgoingHttpHeaders;
}

/** A query over an event stream: its answer is the only event. */
function onlyEvent(result: ExecutionResult, { scope }: Exchange): BoundedQueue<LiveEvent> {
  const events = new BoundedQueue<LiveEvent>(1);
  events.push({ at: scope?.pin, result });
  events.end();
  return events;
}

/** An error of the transport or the framework before it, as sent to a client. */
function refusalOf(error: unknown): LaunchlensError {
  const { statusCode } = error as { readonly statusCode?: unknown };
  if (statusCode === 415) return new LaunchlensError('GRAPHQL_MEDIA_TYPE', {}, error);
  return requestRefusal(error, GRAPHQL_LIMITS.bodyBytes) ?? answerableError(error);
}
