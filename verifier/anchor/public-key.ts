/**
 * What Anchor's coder needs of `@solana/web3.js`, which would be nine tenths of the bundle: the bundler puts this in its
 * place.
 */
export class PublicKey {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  toBytes(): Uint8Array {
    return this.#bytes;
  }
}
