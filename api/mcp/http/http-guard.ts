import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { answerableError, requestRefusal } from '../../actions/answerable.ts';
import { MCP_LIMITS } from '../limits.ts';
import { type HttpAnswer, refusalAnswer, SECURITY_HEADERS, STREAM_HEADERS } from './answer.ts';
import { hostNameOf, type OriginAccess } from './browser-access.ts';

export interface HttpGuardOptions {
  readonly hosts: ReadonlySet<string>;
  readonly access: (origin: string | undefined) => OriginAccess;
  readonly metrics: { request(route: string, status: number): void };
  readonly logger: Logger;
}

/** Accepts requests of known hosts and origins, and adds the headers that browsers need to every answer. */
export class HttpGuard {
  readonly #options: HttpGuardOptions;

  constructor(options: HttpGuardOptions) {
    this.#options = options;
  }

  /** @throws MCP_HOST_REFUSED, MCP_ORIGIN_REFUSED */
  admit({ headers }: FastifyRequest): void {
    const name = hostNameOf(headers.host);
    if (name === undefined || !this.#options.hosts.has(name))
      throw new LaunchlensError('MCP_HOST_REFUSED', {});
    if (!this.#options.access(headers.origin).allowed) throw new LaunchlensError('MCP_ORIGIN_REFUSED', {});
  }

  send(request: FastifyRequest, reply: FastifyReply, answer: HttpAnswer): void {
    const { status, headers, body = '', events } = answer;
    if (events) {
      this.#stream(this.openStream(request, reply), events);
      return;
    }
    const length = status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
    this.#head(request, reply, { status, headers: { ...headers, ...length } }).end(body);
  }

  /** A client that leaves misses the rest: its call goes on, and its result is kept where it is stored. */
  #stream(response: ServerResponse, events: NonNullable<HttpAnswer['events']>): void {
    const send = (json: string): void => void (response.closed || response.write(`data: ${json}\n\n`));
    void events(send).finally(() => response.end());
  }

  /** Answers with a stream that stays open. */
  openStream(request: FastifyRequest, reply: FastifyReply): ServerResponse {
    const response = this.#head(request, reply, { status: 200, headers: STREAM_HEADERS });
    response.flushHeaders();
    return response;
  }

  refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    const refusal = requestRefusal(error, MCP_LIMITS.bodyBytes) ?? answerableError(error);
    if (refusal.isFault) {
      this.#options.logger.error({ err: error, route: request.routeOptions.url }, 'an MCP request failed');
    }
    this.send(request, reply, refusalAnswer(refusal));
  }

  /** Headers go to the raw response: the framework's would be lost with the reply that is taken from it. */
  #head(request: FastifyRequest, reply: FastifyReply, { status, headers }: HttpAnswer): ServerResponse {
    const { headers: cors } = this.#options.access(request.headers.origin);
    const set = reply.getHeaders() as OutgoingHttpHeaders;
    this.#options.metrics.request(request.routeOptions.url ?? 'none', status);
    return reply.hijack().raw.writeHead(status, { ...SECURITY_HEADERS, ...set, ...cors, ...headers });
  }
}
