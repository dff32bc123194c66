import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AnswerBody } from '../../core/kernel/answer-body.ts';
import type { Stamp } from '../read/model.ts';
import { COMMON_HEADERS, JSON_TYPE } from './headers.ts';

/** An answer as it goes over the wire. */
export interface ReadyAnswer {
  /** The path of its route, for metrics. */
  readonly route: string;
  /** The versions that it was made from; the answer is valid while both are the newest. */
  readonly epoch: number;
  readonly gateVersion: number;
  readonly etag: string;
  readonly body: AnswerBody;
  /** Headers of a 200, besides those of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers of a 304. */
  readonly unchanged: Readonly<Record<string, string>>;
}

export interface AnswerParts {
  readonly route: string;
  /** The URL that was asked for. */
  readonly question: string;
  readonly gateVersion: number;
  readonly stamp: Stamp;
  readonly body: unknown;
  /** Whether request and stamp determine the body; if not, the tag hashes its bytes. */
  readonly keep: boolean;
}

export function readyAnswer({ route, question, gateVersion, stamp, body, keep }: AnswerParts): ReadyAnswer {
  const bytes = Buffer.from(JSON.stringify(body));
  const etag = etagOf(keep ? question : bytes, stamp, gateVersion);
  const unchanged = {
    ...COMMON_HEADERS,
    etag,
    'cache-control': 'public, no-cache',
    vary: 'Accept-Encoding',
    'x-last-indexed-slot': stamp.slot.toString(),
  };
  const headers = { ...unchanged, 'content-type': JSON_TYPE };
  return { route, epoch: stamp.epoch, gateVersion, etag, body: new AnswerBody(bytes), headers, unchanged };
}

/** Writes an answer, or that it is unchanged, and returns the status. */
export function sendReady(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ReadyAnswer,
): 200 | 304 {
  if (matchesTag(request.headers['if-none-match'], answer.etag)) {
    response.writeHead(304, answer.unchanged);
    response.end();
    return 304;
  }
  const { bytes, headers } = answer.body.encodedFor(request.headers);
  response.writeHead(200, { ...answer.headers, ...headers });
  response.end(request.method === 'HEAD' ? undefined : bytes);
  return 200;
}

/** Weak: equal for equal answers, made by any process from the same checkpoint. */
function etagOf(
  what: string | Buffer,
  { slot, checkpoint, verifiedSlot }: Stamp,
  gateVersion: number,
): string {
  const { revision, chainSlot, indexedAt } = checkpoint;
  const hash = createHash('sha256')
    .update(what)
    .update([' ', chainSlot, indexedAt, verifiedSlot ?? '', gateVersion].join(' '))
    .digest('base64url')
    .slice(0, 16);
  return `W/"${slot}-${revision}-${hash}"`;
}

/** Whether an If-None-Match header names the tag (weak comparison) or any tag. */
export function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const wanted = etag.replace(/^W\//, '');
  return header.split(',').some((part) => {
    const tag = part.trim();
    return tag === '*' || tag.replace(/^W\//, '') === wanted;
  });
}
