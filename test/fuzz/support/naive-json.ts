/** JSON with its numbers as they are written. */
export function parseWritten(text: string): unknown {
  type Reviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
  const written: Reviver = (_key, value, { source }) =>
    typeof value === 'number' ? new Written(source ?? '') : value;
  return JSON.parse(text, written as Parameters<typeof JSON.parse>[1]);
}

/** A number by its digits. */
export class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** @throws where it is no whole number */
  whole(): bigint {
    return /^-?\d+$/.test(this.text) ? BigInt(this.text) : BigInt(Number(this.text));
  }
}

/** Walks down members of a value; undefined where one is missing. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (node, step) =>
      typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[step] : undefined,
    value,
  );
}
