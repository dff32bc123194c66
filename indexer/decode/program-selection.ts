import { base58 } from '@scure/base';
import type { Program, ProgramFilter } from '../../idl/anchor/program.ts';

/** A type of account by the first bytes of its data. */
interface Told {
  readonly name: string;
  readonly discriminator: Uint8Array;
  /** Why none of its accounts decodes; empty otherwise. */
  readonly refusal: string;
}

const UNKNOWN: Omit<Told, 'discriminator'> = {
  name: '',
  refusal: 'No account type of the IDL has this discriminator.',
};

/** Which accounts of a program are followed, and of which type each is. */
export class ProgramSelection {
  readonly #types: readonly Told[];
  readonly #only: ReadonlySet<string> | undefined;
  readonly #matches: readonly ((data: Buffer, at: number, length: number) => boolean)[];

  constructor({ types, refused, accounts, filters }: Program) {
    this.#types = [
      ...types.map(({ name, discriminator }) => ({ name, discriminator, refusal: '' })),
      ...refused.map(({ name, discriminator, refusal: { context } }) => ({
        name,
        discriminator,
        refusal: `The IDL does not describe ${name}: ${context.path}: ${context.reason}.`,
      })),
    ].filter(({ discriminator }) => discriminator.length > 0);
    this.#only = accounts && new Set(accounts);
    this.#matches = filters.map(matcherOf);
  }

  /** The type of an account with these bytes, and why it does not decode; undefined if it is not followed. */
  typeOf(bytes: Buffer, at: number, length: number): { name: string; refusal: string } | undefined {
    for (const matches of this.#matches) if (!matches(bytes, at, length)) return undefined;
    const type = this.#types.find((one) => beginsWith(one.discriminator, bytes, at, length)) ?? UNKNOWN;
    return !this.#only || this.#only.has(type.name) ? type : undefined;
  }
}

function beginsWith(start: Uint8Array, bytes: Buffer, at: number, length: number): boolean {
  if (length < start.length) return false;
  for (let byte = 0; byte < start.length; byte += 1) if (bytes[at + byte] !== start[byte]) return false;
  return true;
}

function matcherOf(filter: ProgramFilter): (bytes: Buffer, at: number, length: number) => boolean {
  if ('dataSize' in filter) return (_bytes, _at, length) => length === filter.dataSize;
  const { offset, bytes: text } = filter.memcmp;
  const expected = base58.decode(text);
  return (bytes, at, length) => beginsWith(expected, bytes, at + offset, length - offset);
}

/**
 * The filters by which a node selects accounts of the program. Of several types only this process can select: filters of
 * one request must all hold, and several requests would be answered at different slots.
 */
export function nodeFilters({ types, refused, accounts, filters }: Program): readonly ProgramFilter[] {
  const [only, ...more] = accounts ?? [];
  const type = [...types, ...refused].find(({ name }) => name === only);
  if (!type || more.length > 0) return filters;
  return [{ memcmp: { offset: 0, bytes: base58.encode(type.discriminator) } }, ...filters];
}
