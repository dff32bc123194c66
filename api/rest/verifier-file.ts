import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { COMMON_HEADERS } from './headers.ts';
import { matchesTag } from './ready-answer.ts';
import { refuseOtherMethods } from './refuse-methods.ts';

/** Where `npm run build` puts the settlement verifier. */
export const VERIFIER_FILE = resolve(import.meta.dirname, '../../dist/verify-ilo-settlement.mjs');

/** Browsers cache a file this long before they revalidate it. */
const CACHE_CONTROL = 'public, max-age=300';

interface FixedFile {
  readonly body: Buffer;
  readonly etag: string;
}

/**
 * Serves a built verifier under its own name, and its SHA-256 at `<name>.sha256` in the format of `sha256sum`. The file
 * is read once, so that both answers always belong together.
 */
export function serveVerifierFile(app: FastifyInstance, file: string): void {
  const name = basename(file);
  const built = readBuilt(file);
  serve(app, `/${name}`, 'text/javascript; charset=utf-8', built && fixed(built));
  serve(app, `/${name}.sha256`, 'text/plain; charset=utf-8', built && fixed(digestLine(built, name)));
}

function serve(app: FastifyInstance, url: string, type: string, file: FixedFile | undefined): void {
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: (request, reply) => {
      if (file === undefined) throw new LaunchlensError('VERIFIER_NOT_BUILT', {});
      reply.headers({ ...COMMON_HEADERS, 'cache-control': CACHE_CONTROL, etag: file.etag });
      if (matchesTag(request.headers['if-none-match'], file.etag)) return reply.code(304).send();
      return reply.type(type).send(file.body);
    },
  });
  refuseOtherMethods(app, url);
}

function digestLine(built: Buffer, name: string): Buffer {
  return Buffer.from(`${createHash('sha256').update(built).digest('hex')}  ${name}\n`);
}

function fixed(body: Buffer): FixedFile {
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

function readBuilt(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
