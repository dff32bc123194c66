import type { FastifyReply, FastifyRequest } from 'fastify';
import { COMMON_HEADERS } from '../http/headers.ts';
import { type GraphiqlPage, graphiqlPage } from './page.ts';

/** Whether a browser asks for a page rather than a program for an answer. */
export function asksForPage({ headers, query }: FastifyRequest): boolean {
  const isQuestion = typeof query === 'object' && query !== null && 'query' in query;
  return (
    !isQuestion && (headers.accept ?? '').split(',').some((range) => range.trim().startsWith('text/html'))
  );
}

let making: Promise<GraphiqlPage> | undefined;

/** Sends GraphiQL, made once a process. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  making ??= graphiqlPage();
  const { html, gzipped, etag, contentSecurityPolicy } = await making;
  reply.headers({
    ...COMMON_HEADERS,
    'content-security-policy': contentSecurityPolicy,
    etag,
    vary: 'Accept, Accept-Encoding',
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.type('text/html; charset=utf-8');
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  return takesGzip ? reply.header('content-encoding', 'gzip').send(gzipped) : reply.send(html);
}
