import type { FastifyInstance } from 'fastify';
import { docsPage } from './docs-page/page.ts';
import { COMMON_HEADERS, JSON_TYPE } from './headers.ts';
import { openApiDocument } from './openapi/document.ts';
import { refuseOtherMethods } from './serve-route.ts';

/** `/openapi.json` and `/docs`, made once. */
export function serveDescription(app: FastifyInstance, publicUrl: string): void {
  const document = openApiDocument(publicUrl);
  const page = docsPage(document);
  serveFixed(app, '/openapi.json', JSON_TYPE, JSON.stringify(document, null, 2));
  serveFixed(app, '/docs', 'text/html; charset=utf-8', page.html, {
    'content-security-policy': page.contentSecurityPolicy,
  });
}

function serveFixed(
  app: FastifyInstance,
  url: string,
  type: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = Buffer.from(text);
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: (_request, reply) =>
      reply
        .headers({ ...COMMON_HEADERS, ...headers })
        .header('cache-control', 'public, max-age=300')
        .type(type)
        .send(body),
  });
  refuseOtherMethods(app, url);
}
