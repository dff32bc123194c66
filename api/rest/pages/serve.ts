import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { matchesTag } from '../ready-answer.ts';
import { refuseOtherMethods } from '../refuse-methods.ts';
import { type PageDocument, pageDocument } from './document.ts';
import { PAGE_HEADERS } from './headers.ts';

/** The documents of the build and the paths that show them. The application tells its own paths apart; others stay unknown. */
const DOCUMENTS = [
  {
    name: 'index.html',
    paths: ['/', '/launches/:launchId', '/intents', '/intents/:intentId', '/pair', '/settings', '/harness'],
  },
  { name: 'reference.html', paths: ['/docs'] },
];

/** Where `npm run build` puts the pages. */
export const PAGES_DIRECTORY = resolve(import.meta.dirname, '../../../dist/web');

export interface PagesOptions {
  /** The output of `scripts/build-web.ts`. If it is missing, the pages say how to build it. */
  readonly directory: string;
  /** The public URL of the API; its path precedes every address of the pages. */
  readonly publicUrl: string;
}

/** The application, the API reference, and immutable files. */
export function servePages(app: FastifyInstance, { directory, publicUrl }: PagesOptions): void {
  const prefix = publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  for (const { name, paths } of DOCUMENTS) {
    const page = pageDocument(resolve(directory, name), prefix);
    for (const path of paths) servePage(app, path, page);
  }
  const assets = resolve(directory, 'assets');
  if (existsSync(assets)) serveAssets(app, assets);
}

function servePage(app: FastifyInstance, url: string, { html, etag }: PageDocument): void {
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: (request, reply) => {
      reply.headers(PAGE_HEADERS).headers({ 'cache-control': 'no-cache', etag });
      if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type('text/html; charset=utf-8').send(html);
    },
  });
  refuseOtherMethods(app, url);
}

function serveAssets(app: FastifyInstance, root: string): void {
  app.register(fastifyStatic, {
    root,
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    acceptRanges: false,
    preCompressed: true,
    maxAge: '365d',
    immutable: true,
    setHeaders: (reply) => {
      reply.headers(PAGE_HEADERS);
    },
  });
}
