import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { matchesTag } from '../ready-answer.ts';
import { refuseOtherMethods } from '../refuse-methods.ts';
import { PAGE_HEADERS } from './headers.ts';
import { indexPage } from './index-page.ts';
import { PAGE_PATHS } from './paths.ts';

/** Where `npm run build` puts the pages. */
export const PAGES_DIRECTORY = resolve(import.meta.dirname, '../../../dist/web');

export interface PagesOptions {
  /** The output of `scripts/build-web.ts`. If it is missing, the pages say how to build it. */
  readonly directory: string;
  /** The public URL of the API; its path precedes every address of the pages. */
  readonly publicUrl: string;
}

/** The pages: one document for all of them, and immutable files. */
export function servePages(app: FastifyInstance, { directory, publicUrl }: PagesOptions): void {
  const prefix = publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  const page = indexPage(directory, prefix);
  for (const url of PAGE_PATHS) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (request, reply) => {
        reply.headers(PAGE_HEADERS).headers({ 'cache-control': 'no-cache', etag: page.etag });
        if (matchesTag(request.headers['if-none-match'], page.etag)) return reply.code(304).send();
        return reply.type('text/html; charset=utf-8').send(page.html);
      },
    });
    refuseOtherMethods(app, url);
  }
  const assets = resolve(directory, 'assets');
  if (existsSync(assets)) serveAssets(app, assets);
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
