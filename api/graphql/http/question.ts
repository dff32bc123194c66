import type { FastifyRequest } from 'fastify';
import { type Pin, parsePin } from '../../read/rollbacks.ts';

/** Equal for requests that get the same answer at the same time. */
export function questionOf({ method, raw, body, headers }: FastifyRequest, type: string): string {
  const asked = method === 'POST' ? bodyText(body) : '';
  return `${type} ${headers['last-event-id'] ?? ''} ${raw.url} ${asked}`;
}

/** Bodies are read as bytes, so that nothing is parsed before it has to be. */
export function bodyText(body: unknown): string {
  return body instanceof Uint8Array
    ? Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8')
    : '';
}

/** The last event that a client saw before it reconnected; an id that we never issued is ignored. */
export function lastEventIdOf({ headers }: FastifyRequest): Pin | undefined {
  const id = headers['last-event-id'];
  return typeof id === 'string' ? parsePin(id) : undefined;
}
