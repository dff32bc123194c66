import type { CallOptions } from '../http/http.ts';
import type * as credentials from '../types/credentials.ts';
import type { Scope } from '../types/scopes.ts';
import { type Rest, type RowListOptions, splitOptions } from './rest.ts';
import { type MessageSigner, signatureOf } from './sign-in.ts';

export interface KeyTerms {
  readonly label: string;
  /** The key's scopes always include `read`. */
  readonly scopes: readonly Scope[];
}

export interface IssueOptions extends CallOptions {
  /** The owner's wallet, which signs for `manage` and for execution scopes; base scopes need no signature. */
  readonly wallet?: MessageSigner | undefined;
}

/** A signed-in owner's credentials of one kind. */
class Own<Rotated> {
  readonly rest: Rest;
  readonly #path: string;

  constructor(rest: Rest, path: string) {
    this.rest = rest;
    this.#path = path;
  }

  /** Newest first, including revoked and expired ones. */
  list(options: RowListOptions = {}): Promise<credentials.CredentialPage> {
    return this.rest.get(this.#path, ...splitOptions(options));
  }

  /**
   * Replaces the secret on the same terms, shown only once. The old one is refused from the next call on. @throws
   * NotFoundError, ConflictError
   */
  rotate(id: string, options: CallOptions = {}): Promise<Rotated> {
    return this.rest.post(`${this.#path}${encodeURIComponent(id)}/rotate/`, { body: {} }, options);
  }

  /** Revokes it from the next call on. @throws NotFoundError */
  revoke(id: string, options: CallOptions = {}): Promise<credentials.Credential> {
    const path = `${this.#path}${encodeURIComponent(id)}/revoke/`;
    return this.rest.post(path, { body: {}, repeatable: true }, options);
  }
}

/** API keys. */
export class Keys extends Own<credentials.IssuedKey> {
  constructor(rest: Rest) {
    super(rest, '/keys/');
  }

  /** The key itself appears only in this answer. @throws ForbiddenError if the wallet must sign */
  async issue(
    { label, scopes }: KeyTerms,
    { wallet, ...options }: IssueOptions = {},
  ): Promise<credentials.IssuedKey> {
    const terms = { label, scopes };
    if (wallet === undefined) return this.rest.post('/keys/', { body: terms }, options);
    const asked = { body: terms, repeatable: true };
    const { message } = await this.rest.post<credentials.KeyConfirmation>(
      '/keys/confirmation/',
      asked,
      options,
    );
    const signature = await signatureOf(wallet, message);
    const body = { ...terms, confirmation: { message, signature } };
    return this.rest.post('/keys/', { body, secrets: [signature] }, options);
  }
}

/** Pairing tokens. */
export class Tokens extends Own<credentials.RotatedToken> {
  constructor(rest: Rest) {
    super(rest, '/tokens/');
  }
}

/** Events of an owner's credentials: every issue, rotation, revocation and refused use, newest first. */
export async function* eventsOf(
  rest: Rest,
  options: RowListOptions,
): AsyncGenerator<credentials.CredentialEvent, void, undefined> {
  let asked = options;
  for (;;) {
    const page = await rest.get<credentials.CredentialEventPage>(
      '/credential-events/',
      ...splitOptions(asked),
    );
    yield* page.results;
    const last = page.results.at(-1);
    if (!page.has_more || last === undefined) return;
    asked = { ...options, before: last.id };
  }
}
