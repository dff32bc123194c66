import type { RefusedPart } from '../../idl/anchor/resolve.ts';

/** An account type, instruction or event by the first bytes of its data. */
interface Told {
  readonly name: string;
  /** Why none of them decodes; empty otherwise. */
  readonly refusal: string;
}

export interface SelectionOptions {
  readonly known: readonly { readonly name: string; readonly discriminator: Uint8Array }[];
  /** Those that the IDL does not describe well enough. */
  readonly refused: readonly RefusedPart[];
  /** The names that are followed; undefined for all, and for data of no known name. */
  readonly only: readonly string[] | undefined;
  /** What the data is of, in words. */
  readonly kind: string;
}

/** Tells by its first bytes what data is, and whether it is followed. */
export class PartSelection {
  readonly #parts: readonly (Told & { readonly discriminator: Uint8Array })[];
  readonly #only: ReadonlySet<string> | undefined;
  readonly #unknown: Told;

  constructor({ known, refused, only, kind }: SelectionOptions) {
    this.#parts = [
      ...known.map(({ name, discriminator }) => ({ name, discriminator, refusal: '' })),
      ...refused.map(({ name, discriminator, refusal: { context } }) => ({
        name,
        discriminator,
        refusal: `The IDL does not describe ${name}: ${context.path}: ${context.reason}.`,
      })),
    ].filter(({ discriminator }) => discriminator.length > 0);
    this.#only = only && new Set(only);
    this.#unknown = { name: '', refusal: `No ${kind} of the IDL has this discriminator.` };
  }

  /** Whether anything is followed. */
  get any(): boolean {
    return this.#only === undefined || this.#only.size > 0;
  }

  /** What these bytes are, and why they do not decode; undefined if that is not followed. */
  typeOf(bytes: Uint8Array, at = 0, length = bytes.length): Told | undefined {
    const part = this.#parts.find((one) => beginsWith(one.discriminator, bytes, at, length)) ?? this.#unknown;
    return !this.#only || this.#only.has(part.name) ? part : undefined;
  }
}

export function beginsWith(start: Uint8Array, bytes: Uint8Array, at: number, length: number): boolean {
  if (length < start.length) return false;
  for (let byte = 0; byte < start.length; byte += 1) if (bytes[at + byte] !== start[byte]) return false;
  return true;
}
