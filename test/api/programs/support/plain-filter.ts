import fc from 'fast-check';
import { pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import type { Layout } from '../../../../idl/anchor/layout.ts';
import type { ProgramType } from '../../../../idl/anchor/program.ts';
import { keyOf } from '../../../support/index-builder.ts';
import type { AccountValue } from './program-index.ts';

/** What `where` and `order_by` mean, by the JSON of accounts alone. */

type Json = Readonly<Record<string, unknown>>;

interface Leaf {
  readonly path: string;
  readonly layout: Layout;
}

/** Every path to a value that can be compared. */
export function leavesOf({ columns }: ProgramType): readonly Leaf[] {
  return columns.flatMap(({ field, layout }) => leaves(field, layout, false));
}

function leaves(path: string, layout: Layout, within: boolean): readonly Leaf[] {
  switch (layout.kind) {
    case 'struct':
      return layout.fields.items.flatMap(({ name, layout: of }) => leaves(`${path}.${name}`, of, within));
    case 'option':
      return layout.inner.kind === 'option' ? [] : leaves(path, layout.inner, true);
    case 'vector':
    case 'array':
      return [];
    default:
      return [{ path, layout }];
  }
}

/** The value at a path; null where an option on the way has none. */
function valueAt(json: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value === null ? null : (value as Json)[name]), json);
}

/** A value in the order that the product declares: -1, 0 or 1; undefined where neither is first. */
function compare(layout: Layout, a: unknown, b: unknown): number | undefined {
  const [x, y] = [sortable(layout, a), sortable(layout, b)];
  if (Buffer.isBuffer(x) && Buffer.isBuffer(y)) return Buffer.compare(x, y);
  const [p, q] = [x as number | bigint, y as number | bigint];
  if (Number.isNaN(p) || Number.isNaN(q)) return Number.isNaN(p) && Number.isNaN(q) ? 0 : undefined;
  return p < q ? -1 : p > q ? 1 : 0;
}

function sortable(layout: Layout, value: unknown): unknown {
  switch (layout.kind) {
    case 'integer':
      return BigInt(value as string | number);
    case 'float':
    case 'bool':
      return Number(value);
    case 'string':
      return Buffer.from(value as string);
    case 'bytes':
      return Buffer.from(value as string, 'base64');
    case 'pubkey':
      return Buffer.from(pubkeyBytes(value as string));
    case 'enum':
      return layout.variants.findIndex(({ name }) => name === variantOf(value));
    default:
      throw new Error(`${layout.kind} has no order`);
  }
}

function variantOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.keys(value)[0] : value;
}

const HOLDS: Readonly<Record<string, (order: number) => boolean>> = {
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

export function meets(type: ProgramType, json: unknown, where: Json): boolean {
  const known = new Map(leavesOf(type).map((leaf) => [leaf.path, leaf.layout]));
  return Object.entries(where).every(([path, given]) => {
    const layout = known.get(path);
    if (layout === undefined) throw new Error(`${path} is no leaf`);
    const value = valueAt(json, path);
    const same = (other: unknown): boolean =>
      value === null || other === null ? value === other : compare(layout, value, other) === 0;
    if (typeof given !== 'object' || given === null) return same(given);
    return Object.entries(given as Json).every(([operator, operand]) => {
      if (operator === 'in') return (operand as readonly unknown[]).some(same);
      if (value === null || (isFloat(layout) && [value, operand].includes('NaN'))) return false;
      const order = compare(layout, value, operand);
      return order !== undefined && (HOLDS[operator]?.(order) ?? false);
    });
  });
}

function isFloat(layout: Layout): boolean {
  return layout.kind === 'float';
}

interface Named {
  readonly name: string;
  readonly value: AccountValue;
}

export function ordered(accounts: readonly Named[], type: ProgramType, orderBy: string): readonly Named[] {
  const byAddress = (a: Named, b: Named) => Buffer.compare(keyOf(a.name), keyOf(b.name));
  const path = orderBy.replace(/^-/, '');
  const layout = leavesOf(type).find((leaf) => leaf.path === path)?.layout;
  if (layout === undefined) return accounts.toSorted(byAddress);
  const sign = orderBy.startsWith('-') ? -1 : 1;
  const leafOf = ({ value }: Named) => valueAt(value.json, path);
  const isMissing = (value: unknown) => value === null || (isFloat(layout) && value === 'NaN');
  return accounts.toSorted((a, b) => {
    const [x, y] = [leafOf(a), leafOf(b)];
    if (isMissing(x) || isMissing(y)) {
      return Number(isMissing(x)) - Number(isMissing(y)) || byAddress(a, b);
    }
    return sign * (compare(layout, x, y) ?? 0) || byAddress(a, b);
  });
}

export interface Question {
  readonly where: Json;
  readonly orderBy: string;
}

/** Random conditions whose values are often those of an account, so that they meet some and not others. */
export function anyQuestion(type: ProgramType, accounts: () => readonly Named[]): fc.Arbitrary<Question> {
  const known = leavesOf(type);
  const anyLeaf = fc.constantFrom(...known);
  const valueFor = (leaf: Leaf) =>
    fc.nat().map((at) => {
      const all = accounts();
      const value = valueAt(all[at % all.length]?.value.json, leaf.path);
      return leaf.layout.kind === 'enum' && value !== null ? variantOf(value) : value;
    });
  const operand = (leaf: Leaf) => valueFor(leaf).filter((value) => value !== null);
  const condition = anyLeaf.chain((leaf) =>
    fc
      .oneof(
        valueFor(leaf),
        fc.record({ in: fc.array(valueFor(leaf), { minLength: 1, maxLength: 5 }) }),
        fc
          .tuple(fc.constantFrom('gt', 'gte', 'lt', 'lte'), operand(leaf))
          .map(([name, value]) => ({ [name]: value })),
      )
      .map((given): readonly [string, unknown] => [leaf.path, given]),
  );
  return fc.record({
    where: fc.array(condition, { maxLength: 2 }).map((conditions) => Object.fromEntries(conditions)),
    orderBy: fc.oneof(
      fc.constant(''),
      anyLeaf.chain(({ path }) => fc.constantFrom(path, `-${path}`)),
    ),
  });
}
