import { counted } from '../counted.ts';

export interface WrongValue {
  /** The member, with dots into objects; empty for the whole value. */
  readonly name: string;
  /** Completes "<name> must be". */
  readonly expected: string;
}

/** Wrong values besides those that an error names first. */
export interface MoreWrong {
  readonly others?: readonly WrongValue[] | undefined;
  /** How many more there are, without being named. */
  readonly unnamed?: number | undefined;
}

/** One sentence for each wrong value. */
export function wrongTexts({ others = [], unnamed = 0 }: MoreWrong): string {
  const named = others.map(({ name, expected }) => `${name} must be ${expected}.`);
  return [
    ...named,
    ...(unnamed > 0 ? [`${counted(unnamed, 'more value is', 'more values are')} wrong.`] : []),
  ].join(' ');
}

/** `a`, `a and b`, or `a, b and c`. */
export function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
