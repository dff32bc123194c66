import type { FastifyReply, FastifyRequest } from 'fastify';
import { COMMON_HEADERS } from '../http/headers.ts';
import { type GraphiqlPage, graphiqlPage } from './page.ts';

/** Whether a browser requests a page, rather than a program an answer. */
export function asksForPage({ headers, query }: FastifyRequest): boolean {
  const isQuestion = typeof query === 'object' && query !== null && 'query' in query;
  return (
    !isQuestion && (headers.accept ?? '').split(',').some((range) => range.trim().startsWith('text/html'))
  );
}

let making: Promise<GraphiqlPage> | undefined;

/** Sends GraphiQL, created once per process. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  making ??= graphiqlPage();
  const { html, etag, contentSecurityPolicy } = await making;
  reply.headers({
    ...COMMON_HEADERS,
    'content-security-policy': contentSecurityPolicy,
    etag,
    vary: 'Accept, Accept-Encoding',
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.type('text/html; charset=utf-8');
  const { bytes, headers } = html.encodedFor(request.headers);
  return reply.headers(headers).send(bytes);
}
