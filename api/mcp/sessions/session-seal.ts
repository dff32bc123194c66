import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../core/kernel/clock.ts';

const VERSION = 1;
const TIME_AT = 1;
const TIME_BYTES = 6;
const RANDOM_BYTES = 18;
const HEAD_BYTES = TIME_AT + TIME_BYTES + RANDOM_BYTES;
const MAC = 'sha256';
/** 57 bytes: a multiple of three, so that no id has a second spelling. */
const ID = /^[A-Za-z0-9_-]{76}$/;

/** To whom a session belongs. It is found only by requests of the same. */
export interface SessionOwner {
  /** Path of the surface that opened it. */
  readonly surface: string;
  /** Undefined on anonymous surfaces. */
  readonly credentialId: string | undefined;
}

export interface SealOptions {
  /** The same in every process that is to know the sessions of the others. */
  readonly key: Uint8Array;
  readonly lifetimeMs: number;
  readonly clock: Clock;
}

/**
 * Makes and checks the ids of sessions. An id says itself when it was made and is sealed together with its owner, so
 * that nothing has to be kept for a session: any process knows it, before and after a restart.
 */
export class SessionSeal {
  readonly #options: SealOptions;

  constructor(options: SealOptions) {
    this.#options = options;
  }

  make(owner: SessionOwner): string {
    const head = Buffer.alloc(HEAD_BYTES);
    head.writeUInt8(VERSION);
    head.writeUIntBE(this.#options.clock.now(), TIME_AT, TIME_BYTES);
    randomBytes(RANDOM_BYTES).copy(head, TIME_AT + TIME_BYTES);
    return Buffer.concat([head, this.#mac(head, owner)]).toString('base64url');
  }

  /** When a session ends by itself; undefined for an id that is none, another's, or of a session that has ended so. */
  endOf(id: string, owner: SessionOwner): number | undefined {
    if (!ID.test(id)) return undefined;
    const bytes = Buffer.from(id, 'base64url');
    const head = bytes.subarray(0, HEAD_BYTES);
    if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), this.#mac(head, owner))) return undefined;
    if (head.readUInt8() !== VERSION) return undefined;
    const end = head.readUIntBE(TIME_AT, TIME_BYTES) + this.#options.lifetimeMs;
    return this.#options.clock.now() < end ? end : undefined;
  }

  /** Neither a path nor an id of a credential holds the separator. */
  #mac(head: Uint8Array, { surface, credentialId = '' }: SessionOwner): Buffer {
    return createHmac(MAC, this.#options.key).update(head).update(`${surface}\0${credentialId}`).digest();
  }
}
