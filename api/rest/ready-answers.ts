import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Stamp } from '../read/model.ts';
import { COMMON_HEADERS, JSON_TYPE } from './headers.ts';

/** An answer as it goes over the wire. */
export interface ReadyAnswer {
  /** The state of the index and the gate that it was made from. */
  readonly version: string;
  readonly etag: string;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string | number>>;
  /** Headers of a 304. */
  readonly unchanged: Readonly<Record<string, string>>;
}

export interface Answerer {
  readonly stamp: Stamp;
  readonly body: unknown;
}

/**
 * Answers kept as bytes, one per question, each good for one version of the index. Equal questions that arrive
 * while the answer is being made wait for the one answer.
 */
export class ReadyAnswers {
  readonly #ready: LRUCache<string, ReadyAnswer>;
  readonly #making = new Map<string, Promise<ReadyAnswer>>();

  constructor(bytes: number) {
    this.#ready = new LRUCache({ maxSize: bytes, sizeCalculation: ({ body }) => body.length + 1024 });
  }

  /** The answer to `question`, if it is ready and of this version. */
  held(question: string, version: string): ReadyAnswer | undefined {
    const answer = this.#ready.get(question);
    return answer?.version === version ? answer : undefined;
  }

  /** @param gateVersion read before the answer is asked for */
  make(
    question: string,
    version: string,
    gateVersion: number,
    ask: () => Promise<Answerer>,
  ): Promise<ReadyAnswer> {
    const name = `${version} ${question}`;
    const making = this.#making.get(name);
    if (making !== undefined) return making;
    const answer = ask()
      .then(({ stamp, body }) => {
        const ready = readyAnswer(question, { stamp, body, gateVersion });
        this.#ready.set(question, ready);
        return ready;
      })
      .finally(() => this.#making.delete(name));
    this.#making.set(name, answer);
    return answer;
  }
}

export function versionOf(epoch: number, gateVersion: number): string {
  return `${epoch}.${gateVersion}`;
}

function readyAnswer(
  question: string,
  { stamp, body, gateVersion }: Answerer & { readonly gateVersion: number },
): ReadyAnswer {
  const bytes = Buffer.from(JSON.stringify(body));
  const etag = etagOf(question, stamp, gateVersion);
  const unchanged = {
    ...COMMON_HEADERS,
    etag,
    'cache-control': 'public, no-cache',
    'x-last-indexed-slot': stamp.slot.toString(),
  };
  const headers = { ...unchanged, 'content-type': JSON_TYPE, 'content-length': bytes.length };
  return { version: versionOf(stamp.epoch, gateVersion), etag, body: bytes, headers, unchanged };
}

/** Weak: equal for answers that say the same, made by any process from the same checkpoint. */
function etagOf(question: string, { slot, checkpoint, verifiedSlot }: Stamp, gateVersion: number): string {
  const { revision, chainSlot, indexedAt } = checkpoint;
  const hash = createHash('sha256')
    .update([question, chainSlot, indexedAt, verifiedSlot ?? '', gateVersion].join(' '))
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
