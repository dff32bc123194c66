import type { CallOptions } from '../http/http.ts';
import type { Rest } from '../rest/rest.ts';
import { type MessageSigner, signatureOf } from '../rest/sign-in.ts';
import type { PairingDecided, PairingRequest } from '../types/answers.ts';

/** The owner's side of a pairing, for pages and tools with which owners decide. */
export class Pairings {
  readonly #rest: Rest;

  constructor(rest: Rest) {
    this.#rest = rest;
  }

  /** Who requests which scopes under a code. @throws NotFoundError, RateLimitedError */
  request(userCode: string, options: CallOptions = {}): Promise<PairingRequest> {
    return this.#rest.get('/pair/request/', { userCode }, options);
  }

  /**
   * Grants exactly the requested scopes. `asked` is what the owner was shown. @throws ConflictError, ForbiddenError,
   * NotFoundError
   */
  approve(
    userCode: string,
    asked: Pick<PairingRequest, 'message'>,
    wallet: MessageSigner,
    options: CallOptions = {},
  ): Promise<PairingDecided> {
    return this.#decide({ verb: 'approve', userCode, text: asked.message }, wallet, options);
  }

  /** Denies the request, finally. @throws ConflictError, ForbiddenError, NotFoundError */
  deny(
    userCode: string,
    asked: Pick<PairingRequest, 'deny_message'>,
    wallet: MessageSigner,
    options: CallOptions = {},
  ): Promise<PairingDecided> {
    return this.#decide({ verb: 'deny', userCode, text: asked.deny_message }, wallet, options);
  }

  async #decide(
    { verb, userCode, text }: { verb: 'approve' | 'deny'; userCode: string; text: string },
    wallet: MessageSigner,
    options: CallOptions,
  ): Promise<PairingDecided> {
    const signature = await signatureOf(wallet, text);
    const body = { user_code: userCode, wallet_address: wallet.address, signature };
    // Repeating the same decision returns the same answer.
    return this.#rest.post(`/pair/${verb}/`, { body, secrets: [signature], repeatable: true }, options);
  }
}
