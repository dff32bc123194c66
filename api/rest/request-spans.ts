import type { IncomingMessage } from 'node:http';
import {
  type Context,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { tracer } from '../../core/kernel/tracing.ts';

/** Runs every request in a span of its route, which continues the trace that its `traceparent` names. */
export function traceRequests(app: FastifyInstance): void {
  const contexts = new WeakMap<IncomingMessage, Context>();
  app.addHook('onRequest', ({ raw, id, routeOptions }, reply, done) => {
    const { within, span } = openSpan(raw, routeOptions.url);
    if (isSpanContextValid(span.spanContext())) {
      contexts.set(raw, within);
      span.setAttribute('launchlens.request_id', id);
      reply.raw.once('close', () => closeSpan(span, reply.raw.statusCode));
    }
    done();
  });
  // Reading a body loses what runs during a request.
  app.addHook('preHandler', ({ raw }, _reply, done) => {
    const within = contexts.get(raw);
    if (within === undefined) done();
    else context.with(within, done);
  });
}

/** The span of a request that was answered from the cache. */
export function traceCached(request: IncomingMessage, route: string, status: number): void {
  closeSpan(openSpan(request, route).span, status);
}

function openSpan({ method = 'GET', headers }: IncomingMessage, route: string | undefined) {
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const attributes = { 'http.request.method': method, ...(route !== undefined && { 'http.route': route }) };
  const name = route === undefined ? method : `${method} ${route}`;
  const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
  return { span, within: trace.setSpan(parent, span) };
}

function closeSpan(span: Span, status: number): void {
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
