import { camelCase } from '../../../schemas/letter-case.ts';

/** Gives each thing a name that nothing else has: the one it asks for, or that one with `_` appended. */
export class Names {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  take(wished: string): string {
    let name = wished;
    while (this.#taken.has(name)) name += '_';
    this.#taken.add(name);
    return name;
  }
}

/** `last_update` as `lastUpdate`. GraphQL keeps names with two leading underscores for itself. */
export function fieldName(name: string): string {
  const [, underscores = '', rest = ''] = /^(_*)(.*)$/.exec(name) ?? [];
  return `${underscores.slice(0, 1)}${camelCase(rest)}`;
}

/** `limit_order` and `limitOrder` as `LimitOrder`; a path as its parts. */
export function typeName(...names: readonly string[]): string {
  return names
    .flatMap((name) => name.split(/[^A-Za-z0-9]+/))
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

export function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
