import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { COMMON_HEADERS } from '../headers.ts';
import { refuseOtherMethods } from '../serve-route.ts';

/** Everything of the page comes from here; nothing is inline, nothing is framed, nothing else is asked. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const FILES = [
  { url: '/pair', file: 'page.html', type: 'text/html; charset=utf-8' },
  { url: '/pair/page.js', file: 'page.js', type: 'text/javascript; charset=utf-8' },
  { url: '/pair/page.css', file: 'page.css', type: 'text/css; charset=utf-8' },
];

/** The page on which the owner of a wallet decides about a pairing. */
export function servePairPage(app: FastifyInstance): void {
  for (const { url, file, type } of FILES) {
    const body = readFileSync(new URL(file, import.meta.url));
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => {
        const [path = '', query] = (request.raw.url ?? '').split('?');
        // Its own addresses are relative, so that it works below any path.
        if (path.endsWith('/pair/')) {
          return reply.redirect(`../pair${query === undefined ? '' : `?${query}`}`, 308);
        }
        return reply
          .headers({ ...COMMON_HEADERS, 'content-security-policy': POLICY })
          .headers({ 'cross-origin-opener-policy': 'same-origin', 'cache-control': 'no-cache' })
          .type(type)
          .send(body);
      },
    });
    refuseOtherMethods(app, url);
  }
}
