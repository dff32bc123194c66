import type { Fields, Layout, LayoutOf } from '../../../idl/anchor/layout.ts';
import { fieldName, Names, typeName } from './names.ts';

type Value = Readonly<Record<string, unknown>> | null | undefined;
export type FieldResolvers = Record<string, (value: Value) => unknown>;

const NARROW_BITS = 32;

/** The GraphQL types of a program's values: one for each struct and enum, however often it occurs. */
export class ValueTypes {
  readonly #program: string;
  readonly #names: Names;
  readonly #known = new Map<Layout, string>();
  readonly sdl: string[] = [];
  readonly resolvers: Record<string, FieldResolvers> = {};

  constructor(program: string, names: Names) {
    this.#program = program;
    this.#names = names;
  }

  /** The type of a value that is never null, or JSON where GraphQL has none for its shape. */
  typeOf(layout: Layout): string {
    switch (layout.kind) {
      case 'integer':
        return integerType(layout);
      // NaN and infinities are strings.
      case 'float':
        return 'JSON';
      case 'bool':
        return 'Boolean';
      case 'pubkey':
        return 'Pubkey';
      case 'string':
      case 'bytes':
        return 'String';
      case 'vector':
      case 'array':
        return this.#listOf(layout.inner);
      case 'struct':
        return this.#structType(layout);
      case 'enum':
        return this.#enumType(layout);
      default:
        return this.typeOf(layout.inner);
    }
  }

  /** `[Leg!]`, or `[Int]` where an element may be null. */
  #listOf(inner: Layout): string {
    const type = this.#nullable(inner);
    return type === 'JSON' ? 'JSON' : `[${type}]`;
  }

  /** With `!` if it is never null. */
  #nullable(layout: Layout): string {
    if (layout.kind !== 'option' && layout.kind !== 'coption') {
      const type = this.typeOf(layout);
      return type === 'JSON' ? type : `${type}!`;
    }
    const nested = layout.inner.kind === 'option' || layout.inner.kind === 'coption';
    return nested ? 'JSON' : this.typeOf(layout.inner);
  }

  /** Fields of a struct in SDL; `taken` are names of the type around them. */
  fieldsOf({ items }: Fields, taken: readonly string[], into: FieldResolvers, all: boolean): string {
    const names = new Names(taken);
    const lines = items.map(({ name, layout }) => {
      const field = names.take(fieldName(name));
      into[field] = (value) => value?.[name];
      const type = this.#nullable(layout);
      return `  ${JSON.stringify(`As the IDL names it: ${name}.`)}\n  ${field}: ${all ? type : type.replace(/!$/, '')}`;
    });
    return lines.join('\n');
  }

  #structType(layout: LayoutOf<'struct'>): string {
    // A tuple is a list of different types, and a type without fields cannot be declared.
    if (!layout.fields.named || layout.fields.items.length === 0) return 'JSON';
    return this.#declared(layout, layout.name, (name) => {
      const resolvers: FieldResolvers = {};
      this.resolvers[name] = resolvers;
      const fields = this.fieldsOf(layout.fields, [], resolvers, true);
      return `"The struct ${layout.name}."\ntype ${name} {\n${fields}\n}`;
    });
  }

  #enumType(layout: LayoutOf<'enum'>): string {
    const { variants } = layout;
    if (variants.some(({ fields }) => fields.items.length > 0)) return 'JSON';
    if (!variants.every(({ name }) => isEnumValue(name))) return 'String';
    return this.#declared(layout, layout.name, (name) => {
      const values = variants.map((variant) => `  "The variant ${variant.name}."\n  ${variant.name}`);
      return `"The enum ${layout.name}."\nenum ${name} {\n${values.join('\n')}\n}`;
    });
  }

  #declared(layout: Layout, of: string, declare: (name: string) => string): string {
    const known = this.#known.get(layout);
    if (known !== undefined) return known;
    const name = this.#names.take(typeName(this.#program, of));
    this.#known.set(layout, name);
    this.sdl.push(declare(name));
    return name;
  }
}

function integerType({ bits, signed }: LayoutOf<'integer'>): string {
  if (bits > NARROW_BITS) return signed ? 'BigInt' : 'BigUint';
  // GraphQL's Int has 32 bits with a sign.
  return bits === NARROW_BITS && !signed ? 'Count' : 'Int';
}

function isEnumValue(name: string): boolean {
  return !name.startsWith('__') && !['true', 'false', 'null'].includes(name);
}
