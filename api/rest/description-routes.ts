import type { FastifyInstance } from 'fastify';
import { lazily } from '../../core/kernel/lazily.ts';
import { docsPage } from './docs-page/page.ts';
import { COMMON_HEADERS, JSON_TYPE } from './headers.ts';
import { openApiDocument } from './openapi/document.ts';
import { refuseOtherMethods } from './refuse-methods.ts';

interface Fixed {
  readonly type: string;
  readonly body: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `/openapi.json` and `/docs`, created on first use, so that the start need not wait for them. */
export function serveDescription(app: FastifyInstance, publicUrl: string): void {
  const document = lazily(() => openApiDocument(publicUrl));
  serveFixed(app, '/openapi.json', () => ({
    type: JSON_TYPE,
    body: Buffer.from(JSON.stringify(document(), null, 2)),
  }));
  serveFixed(app, '/docs', () => {
    const { html, contentSecurityPolicy } = docsPage(document());
    const headers = { 'content-security-policy': contentSecurityPolicy };
    return { type: 'text/html; charset=utf-8', body: Buffer.from(html), headers };
  });
}

function serveFixed(app: FastifyInstance, url: string, make: () => Fixed): void {
  const fixed = lazily(make);
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: (_request, reply) => {
      const { type, body, headers } = fixed();
      return reply
        .headers({ ...COMMON_HEADERS, ...headers })
        .header('cache-control', 'public, max-age=300')
        .type(type)
        .send(body);
    },
  });
  refuseOtherMethods(app, url);
}
