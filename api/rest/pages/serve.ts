import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { negotiate } from '@fastify/accept-negotiator';
import { fastifyStatic } from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MirrorContext } from '../../actions/context.ts';
import { builtFile, serveFixed } from '../fixed-file.ts';
import { pageHeaders } from './headers.ts';
import { serveLaunchPage } from './launch-page.ts';

/** The documents of the build and the paths that show them. The application tells its own paths apart; others stay unknown. */
const APPLICATION = 'index.html';
const DOCUMENTS = [
  {
    name: APPLICATION,
    paths: [
      '/',
      '/launches',
      '/wallets',
      '/wallets/:wallet',
      '/activity',
      '/compare',
      '/intents',
      '/intents/:intentId',
      '/pair',
      '/agents',
      '/guardrails',
      '/rewards',
      '/settings',
      '/agents/:credentialId',
      '/harness',
      '/programs',
      '/programs/:program/:type',
      '/programs/:program/:type/:address',
    ],
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
  /** Where the API is reached, for addresses that leave the page. */
  readonly siteUrl: () => string;
  readonly context: MirrorContext;
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

/** Answers a browser that asks for a page which does not exist: the application says so. False if it is no browser. */
export type UnknownPages = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * Serves the application, the API reference and immutable files. A document is served at paths of any depth, so its relative
 * addresses become absolute ones below the path of the public URL.
 */
export function servePages(
  app: FastifyInstance,
  { directory, publicUrl, siteUrl, context }: PagesOptions,
): UnknownPages {
  const prefix = publicUrl === '' ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  const headers = pageHeaders(context.iconHosts);
  const documentHeaders = {
    ...headers,
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  };
  const documentOf = (name: string): Buffer => {
    const page = builtFile(resolve(directory, name))?.toString() ?? NOT_BUILT;
    return Buffer.from(page.replaceAll('="./', `="${prefix}/`));
  };
  for (const { name, paths } of DOCUMENTS) {
    const html = documentOf(name);
    for (const path of paths) serveFixed(app, path, html, documentHeaders);
  }
  const assets = resolve(directory, 'assets');
  if (existsSync(assets)) serveAssets(app, assets, headers);
  const application = documentOf(APPLICATION);
  const document = application.toString();
  serveLaunchPage(app, { document, headers: documentHeaders, context, siteUrl });
  return (request, reply) => {
    if (!asksForPage(request)) return false;
    void reply
      .code(404)
      .headers({ ...documentHeaders, vary: 'Accept' })
      .send(application);
    return true;
  };
}

const NEVER_PAGES = /^\/(?:api|assets)\//;

function asksForPage({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  if (method !== 'GET' || NEVER_PAGES.test(url)) return false;
  return negotiate(accept, ['application/json', 'text/html']) === 'text/html';
}

function serveAssets(app: FastifyInstance, root: string, headers: Readonly<Record<string, string>>): void {
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
      reply.headers(headers);
    },
  });
}
