import type { FastifyInstance } from 'fastify';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';

/**
 * Bodies are JSON and nothing else: another media type is 415. A member that appears twice is refused, because readers
 * disagree about which of the two counts.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJsonOnce(body as string));
    } catch (error) {
      done(error as Error);
    }
  });
}

/** @throws BODY_MALFORMED */
function parseJsonOnce(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new LaunchlensError('BODY_MALFORMED', { expected: 'JSON' }, error);
  }
  const repeated = repeatedMember(text);
  if (repeated === undefined) return value;
  const name = repeated.length > 40 ? `${repeated.slice(0, 40)}…` : repeated;
  throw new LaunchlensError('BODY_MALFORMED', {
    expected: `JSON in which ${name} appears once in its object`,
  });
}

/** Strings with the colon that makes them a name, and the brackets of objects and lists. */
const TOKEN = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g;

/** A name that an object of valid JSON has twice. */
function repeatedMember(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [token, colon] of json.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(token.slice(0, -colon.length)) as string;
      const names = open.at(-1);
      if (names?.has(name)) return name;
      names?.add(name);
    }
  }
  return undefined;
}
