import { base64 } from '@scure/base';
import { MalformedAnswerError } from '../errors/failures.ts';
import type { CallOptions } from '../http/http.ts';
import type { Wait } from '../http/wait.ts';
import type {
  Intent,
  IntentDetail,
  IntentPage,
  IntentStatus,
  OwnActionName,
  UnsignedTransaction,
} from '../types/intents.ts';
import { type Rest, type RowListOptions, splitOptions } from './rest.ts';

/** A wallet that signs transactions, as browsers provide it. The key stays in the wallet. */
export interface TransactionSigner {
  /** Takes an unsigned v0 transaction and returns it with the wallet's signature. */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array> | Uint8Array;
}

export interface IntentListOptions extends RowListOptions {
  readonly status?: IntentStatus | undefined;
}

/** What an owner does in a launch with the own wallet; `amount` only for a pledge. */
export interface OwnAction {
  readonly action: OwnActionName;
  readonly launchId: bigint | string;
  readonly amount?: bigint | string;
}

/** Statuses that can still change. */
const OPEN: ReadonlySet<IntentStatus> = new Set(['proposed', 'approved', 'submitted']);
const POLL_MS = 1_000;

/** Intents that agents proposed to the signed-in owner, and those that the owner makes. */
export class Intents {
  readonly #rest: Rest;
  readonly #wait: Wait;

  constructor(rest: Rest, wait: Wait) {
    this.#rest = rest;
    this.#wait = wait;
  }

  /** Newest first. @throws AuthenticationError */
  list(options: IntentListOptions = {}): Promise<IntentPage> {
    return this.#rest.get('/intents/', ...splitOptions(options));
  }

  /** With its history. @throws NotFoundError */
  get(id: string, options: CallOptions = {}): Promise<IntentDetail> {
    return this.#rest.get(pathOf(id), {}, options);
  }

  /**
   * Makes an intent of your own: a pledge, claim or refund, which `execute` then has your wallet sign.
   * @throws InvalidRequestError, NotFoundError, ConflictError, UnavailableError
   */
  make({ action, launchId, amount }: OwnAction, options: CallOptions = {}): Promise<IntentDetail> {
    const body = {
      ...{ action, launch_id: launchId.toString() },
      ...(amount !== undefined && { amount: amount.toString() }),
    };
    return this.#rest.post('/intents/', { body }, options);
  }

  /**
   * The transaction for the wallet to sign, built and simulated now; valid for about a minute. @throws NotFoundError,
   * ConflictError, UnavailableError
   */
  transaction(id: string, options: CallOptions = {}): Promise<UnsignedTransaction> {
    return this.#post(id, 'transaction', {}, options);
  }

  /** Sends the signed `transaction`. @throws InvalidRequestError for anything else, ConflictError */
  submit(id: string, signed: Uint8Array, options: CallOptions = {}): Promise<IntentDetail> {
    return this.#post(id, 'submit', { transaction: base64.encode(signed) }, options);
  }

  /**
   * Shows the transaction to `look`, has the wallet sign it, and sends it; nothing is signed if `look` throws.
   * @throws NotFoundError, ConflictError, whatever the wallet throws
   */
  async execute(
    id: string,
    wallet: TransactionSigner,
    {
      look,
      ...options
    }: CallOptions & { look?: (unsigned: UnsignedTransaction) => Promise<void> | void } = {},
  ): Promise<IntentDetail> {
    const unsigned = await this.transaction(id, options);
    await look?.(unsigned);
    const signed = await wallet.signTransaction(bytesOf(unsigned));
    return this.submit(id, signed, options);
  }

  /** Records that the owner has looked; the wallet still has to sign. @throws NotFoundError, ConflictError */
  approve(id: string, options: CallOptions = {}): Promise<IntentDetail> {
    return this.#post(id, 'approve', {}, options);
  }

  /** Rejects it: nothing is signed or sent any more. @throws NotFoundError, ConflictError */
  reject(id: string, { reason, ...options }: CallOptions & { reason?: string } = {}): Promise<IntentDetail> {
    return this.#post(id, 'reject', reason === undefined ? {} : { reason }, options);
  }

  /** Waits until it is confirmed, failed, rejected or expired: within a day, or when the signal aborts. */
  async outcome(id: string, options: CallOptions = {}): Promise<IntentDetail> {
    for (;;) {
      const intent = await this.get(id, options);
      if (!OPEN.has(intent.status)) return intent;
      await this.#wait(POLL_MS, options.signal);
    }
  }

  /** All of them are safe to repeat. */
  #post<Answer>(
    id: string,
    step: string,
    body: Record<string, unknown>,
    options: CallOptions,
  ): Promise<Answer> {
    return this.#rest.post(`${pathOf(id)}${step}/`, { body, repeatable: true }, options);
  }
}

const pathOf = (id: Intent['id']): string => `/intents/${encodeURIComponent(id)}/`;

/** @throws MalformedAnswerError */
function bytesOf({ transaction }: UnsignedTransaction): Uint8Array {
  try {
    return base64.decode(transaction);
  } catch {
    throw new MalformedAnswerError('The server handed out a transaction that is not in base64.');
  }
}
