import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { onlyMethods } from './only-methods.ts';
import { matchesTag } from './ready-answer.ts';

/** The bytes of a file that the build writes; undefined if it is not built. */
export function builtFile(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function tagOf(body: Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/** Serves bytes that never change while the process runs, under their own tag. */
export function serveFixed(
  app: FastifyInstance,
  url: string,
  body: Buffer,
  headers: Readonly<Record<string, string>>,
): void {
  const etag = tagOf(body);
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: (request, reply) => {
      const { 'content-type': type = '', ...others } = headers;
      reply.headers({ ...others, etag });
      if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type(type).send(body);
    },
  });
  onlyMethods(app, url);
}
