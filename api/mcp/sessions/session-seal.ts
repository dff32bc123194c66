import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../core/kernel/clock.ts';

const VERSION = 1;
const TIME_AT = 1;
const TIME_BYTES = 6;
const RANDOM_BYTES = 18;
const HEAD_BYTES = TIME_AT + TIME_BYTES + RANDOM_BYTES;
const MAC = 'sha256';
/** 57 bytes: a multiple of three, so that no id has a second encoding. */
const ID = /^[A-Za-z0-9_-]{76}$/;

/** The owner of a session. Only requests of the same owner find it. */
export interface SessionOwner {
  readonly surface: string;
  /** Undefined on anonymous surfaces. */
  readonly credentialId: string | undefined;
}

export interface SealOptions {
  /** The same in every process that shares sessions. */
  readonly key: Uint8Array;
  readonly lifetimeMs: number;
  readonly clock: Clock;
}

/**
 * Creates and checks session ids. An id contains its creation time and is sealed together with its owner, so no state is
 * kept for a session: any process knows it, before and after a restart.
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

  /** When a session expires; undefined for an invalid, foreign or expired id. */
  endOf(id: string, owner: SessionOwner): number | undefined {
    if (!ID.test(id)) return undefined;
    const bytes = Buffer.from(id, 'base64url');
    const head = bytes.subarray(0, HEAD_BYTES);
    if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), this.#mac(head, owner))) return undefined;
    if (head.readUInt8() !== VERSION) return undefined;
    const end = head.readUIntBE(TIME_AT, TIME_BYTES) + this.#options.lifetimeMs;
    return this.#options.clock.now() < end ? end : undefined;
  }

  /** Neither a path nor a credential id contains the separator. */
  #mac(head: Uint8Array, { surface, credentialId = '' }: SessionOwner): Buffer {
    return createHmac(MAC, this.#options.key).update(head).update(`${surface}\0${credentialId}`).digest();
  }
}
