/** One value of an account, as text. */
export interface AccountField {
  /** Names of fields, with dots into structs. */
  readonly path: string;
  readonly text: string;
}

export interface ChangedField {
  readonly path: string;
  /** Undefined where the account had no such value. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The values of an account in its order: structs field by field, lists as a whole. */
export function fieldsOf(data: unknown): readonly AccountField[] {
  return data === null ? [] : flat('', data);
}

function flat(path: string, value: unknown): readonly AccountField[] {
  const isStruct = typeof value === 'object' && value !== null && !Array.isArray(value);
  const inner = isStruct ? Object.entries(value) : [];
  if (inner.length === 0) return [{ path: path || 'value', text: textOf(value) }];
  return inner.flatMap(([name, of]) => flat(path === '' ? name : `${path}.${name}`, of));
}

/** As JSON, but a text alone has no quotes. Integers of any size keep their digits. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(nested).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([name, of]) => `${name}: ${nested(of)}`)
      .join(', ')}}`;
  }
  return String(value);
}

function nested(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : textOf(value);
}

/** What differs between two states of an account. */
export function changedFields(before: unknown, after: unknown): readonly ChangedField[] {
  const was = new Map(fieldsOf(before).map(({ path, text }) => [path, text]));
  const is = new Map(fieldsOf(after).map(({ path, text }) => [path, text]));
  return [...new Set([...is.keys(), ...was.keys()])]
    .map((path) => ({ path, before: was.get(path), after: is.get(path) }))
    .filter((field) => field.before !== field.after);
}
