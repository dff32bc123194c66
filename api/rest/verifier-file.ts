import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { builtFile, serveFixed } from './fixed-file.ts';
import { COMMON_HEADERS } from './headers.ts';
import { onlyMethods } from './only-methods.ts';

/** Where `npm run build` puts the verifiers: of launches, and of any program's accounts. */
export const VERIFIER_FILES = ['verify-ilo-settlement.mjs', 'verify-anchor-accounts.mjs'].map((name) =>
  resolve(import.meta.dirname, '../../dist', name),
);

/** Browsers cache a file this long before they revalidate it. */
const HEADERS = { ...COMMON_HEADERS, 'cache-control': 'public, max-age=300' };

/**
 * Serves a built verifier under its own name, and its SHA-256 at `<name>.sha256` in the format of `sha256sum`. The file
 * is read once, so that both answers always belong together.
 */
export function serveVerifierFile(app: FastifyInstance, file: string): void {
  const name = basename(file);
  const built = builtFile(file);
  const digest = built && `${createHash('sha256').update(built).digest('hex')}  ${name}\n`;
  serve(app, `/${name}`, 'text/javascript; charset=utf-8', built);
  serve(app, `/${name}.sha256`, 'text/plain; charset=utf-8', digest && Buffer.from(digest));
}

function serve(app: FastifyInstance, url: string, type: string, body: Buffer | '' | undefined): void {
  if (body) serveFixed(app, url, body, { ...HEADERS, 'content-type': type });
  else serveMissing(app, url);
}

function serveMissing(app: FastifyInstance, url: string): void {
  const handler = (): never => {
    throw new LaunchlensError('VERIFIER_NOT_BUILT', {});
  };
  app.route({ method: ['GET', 'HEAD'], url, handler });
  onlyMethods(app, url);
}
