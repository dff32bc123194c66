import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fastifyStatic } from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { builtFile, serveFixed } from '../fixed-file.ts';
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

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><title>Launchlens</title></head>
  <body>
    <main>
      <h1>The pages are not built</h1>
      <p>Run <code>npm run build</code> where Launchlens is installed, and start it again. Everything else works:
        <a href="./openapi.json">REST</a>, <a href="./graphql">GraphQL</a>.</p>
    </main>
  </body>
</html>
`;

const DOCUMENT_HEADERS = {
  ...PAGE_HEADERS,
  'cache-control': 'no-cache',
  'content-type': 'text/html; charset=utf-8',
};

/**
 * Serves the application, the API reference and immutable files. A document is served at paths of any depth, so its relative
 * addresses become absolute ones below the path of the public URL.
 */
export function servePages(app: FastifyInstance, { directory, publicUrl }: PagesOptions): void {
  const prefix = publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  for (const { name, paths } of DOCUMENTS) {
    const page = builtFile(resolve(directory, name))?.toString() ?? NOT_BUILT;
    const html = Buffer.from(page.replaceAll('="./', `="${prefix}/`));
    for (const path of paths) serveFixed(app, path, html, DOCUMENT_HEADERS);
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
