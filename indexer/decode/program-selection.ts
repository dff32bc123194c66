import { base58 } from '@scure/base';
import type { Program, ProgramFilter } from '../../idl/anchor/program.ts';
import { beginsWith, PartSelection } from './part-selection.ts';

/** Which accounts of a program are followed, and of which type each is. */
export class ProgramSelection {
  readonly #types: PartSelection;
  readonly #matches: readonly ((data: Buffer, at: number, length: number) => boolean)[];

  constructor({ types, refused, accounts, filters }: Program) {
    this.#types = new PartSelection({ known: types, refused, only: accounts, kind: 'account type' });
    this.#matches = filters.map(matcherOf);
  }

  /** The type of an account with these bytes, and why it does not decode; undefined if it is not followed. */
  typeOf(bytes: Buffer, at: number, length: number): { name: string; refusal: string } | undefined {
    for (const matches of this.#matches) if (!matches(bytes, at, length)) return undefined;
    return this.#types.typeOf(bytes, at, length);
  }
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
