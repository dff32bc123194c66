import { z } from 'zod';
import { namedField, refused, type TypeDefinition } from './document.ts';
import {
  arrayOf,
  coptionOf,
  type Fields,
  type Layout,
  type LayoutField,
  type LayoutOf,
  optionOf,
  PRIMITIVES,
  type Variant,
  vectorOf,
} from './layout.ts';
import { inMemory, structOf, sum } from './struct-layout.ts';

/** What an account can hold: 10 MiB. */
const MOST_ACCOUNT_BYTES = 10_485_760;
/** Types within types; published ones have fewer than ten levels. */
const DEEPEST = 64;
/** The tag of an enum has one byte. */
const MOST_VARIANTS = 256;

const length = z.union([z.int().min(0), z.object({ generic: z.string() })]);
const generics = z
  .array(
    z.union([
      z.object({ type: z.unknown(), kind: z.literal('type').optional() }),
      z.object({ value: z.union([z.string(), z.int()]), kind: z.literal('const').optional() }),
    ]),
  )
  .max(16);
/** A type that is made of others, in both spellings that Anchor had for it. */
const composed = z.union([
  z.strictObject({ option: z.unknown() }),
  z.strictObject({ coption: z.unknown() }),
  z.strictObject({ vec: z.unknown() }),
  z.strictObject({ array: z.tuple([z.unknown(), length]) }),
  z.strictObject({ genericLenArray: z.tuple([z.unknown(), z.string()]) }),
  z.strictObject({ generic: z.string() }),
  z.strictObject({
    defined: z.union([z.string(), z.object({ name: z.string(), generics: generics.optional() })]),
  }),
  z.strictObject({ definedWithTypeArgs: z.object({ name: z.string(), args: generics }) }),
]);

/** What a generic name stands for: a type, or a length. */
type Argument = Layout | number;

interface Scope {
  readonly path: string;
  readonly generics: ReadonlyMap<string, Argument>;
}
const NO_GENERICS: Scope['generics'] = new Map();

/** @throws IDL_REFUSED for a layout that the IDL does not describe */
export interface Resolver {
  /** The layout of a declared type. @param path Where the IDL names it */
  type(name: string, path: string): Layout;
  /** The layout of fields that follow each other. */
  struct(name: string, declared: readonly unknown[], path: string): LayoutOf<'struct'>;
}

/** Turns the types of an IDL into layouts. Types that nothing uses are not looked at. */
export function createResolver(types: readonly TypeDefinition[]): Resolver {
  const byName = new Map(types.map((type) => [type.name, type]));
  const resolved = new Map<string, Layout>();
  let open: readonly string[] = [];
  const ids = new Map<Layout, number>();
  const idOf = (argument: Argument): string => {
    if (typeof argument === 'number') return `${argument}`;
    if (!ids.has(argument)) ids.set(argument, ids.size);
    return `#${ids.get(argument)}`;
  };

  function defined(name: string, args: readonly Argument[], { path }: Scope): Layout {
    const type = byName.get(name);
    if (!type) throw refused(path, `there is no type ${name}`);
    const names = (type.generics ?? []).map((generic) => generic.name);
    if (names.length !== args.length) {
      throw refused(path, `${name} takes ${names.length} generic arguments, not ${args.length}`);
    }
    const key = [name, ...args.map(idOf)].join(',');
    const known = resolved.get(key);
    if (known) return known;
    if (open.includes(name)) throw refused(path, `${name} contains itself`);
    if (open.length === DEEPEST) throw refused(path, `types nest more than ${DEEPEST} levels`);
    open = [...open, name];
    const scope = {
      path: `types.${name}`,
      generics: new Map(names.map((each, at) => [each, args[at] as Argument])),
    };
    const layout = bounded(ofDefinition(type, scope), scope.path);
    open = open.slice(0, -1);
    resolved.set(key, layout);
    return layout;
  }

  function ofDefinition(type: TypeDefinition, scope: Scope): Layout {
    const { type: body, serialization = 'borsh' } = type;
    if (typeof serialization === 'object') {
      throw refused(scope.path, `its serialization ${serialization.custom} is not known`);
    }
    if (body.kind === 'type') return ofType(body.alias, scope);
    if (body.kind === 'alias') return ofType(body.value, scope);
    if (body.kind === 'enum') return ofEnum(type, body.variants, scope);
    const fields = fieldsOf(body.fields, scope);
    // It begins anywhere, also within a struct that is aligned.
    if (type.repr?.packed) return { ...structOf(type.name, fields), align: 1 };
    return serialization === 'bytemuckunsafe'
      ? inMemory(type, fields, scope.path)
      : structOf(type.name, fields);
  }

  function ofEnum(
    type: TypeDefinition,
    declared: readonly { readonly name: string; readonly fields?: readonly unknown[] | undefined }[],
    scope: Scope,
  ): Layout {
    const { name, serialization = 'borsh', repr } = type;
    if (declared.length === 0 || declared.length > MOST_VARIANTS) {
      throw refused(scope.path, `an enum has 1 to ${MOST_VARIANTS} variants, not ${declared.length}`);
    }
    if (serialization !== 'borsh' && repr?.kind === 'c') {
      throw refused(scope.path, 'the IDL does not say how many bytes an enum of C has');
    }
    const names = declared.map((variant) => variant.name);
    requireDistinctNames(names, scope.path);
    const variants = declared.map((variant): Variant => {
      const path = `${scope.path}.${variant.name}`;
      return { name: variant.name, fields: fieldsOf(variant.fields, { ...scope, path }) };
    });
    const least = variants.map(({ fields }) => sum(fields.items, ({ layout }) => layout.least));
    const fixed = variants.every(({ fields }) => fields.items.every(({ layout }) => layout.fixed));
    return {
      ...{ kind: 'enum', name, variants, align: 1 },
      least: 1 + Math.min(...least),
      fixed: fixed && new Set(least).size === 1,
      cost: 1 + Math.max(...variants.map(({ fields }) => sum(fields.items, ({ layout }) => layout.cost))),
    };
  }

  function fieldsOf(declared: readonly unknown[] = [], scope: Scope): Fields {
    const named = declared.some((one) => typeof one === 'object' && one !== null && 'name' in one);
    const items = declared.map((one, at): LayoutField => {
      const at_ = `${scope.path}.${at}`;
      if (!named) return { name: `${at}`, skip: 0, layout: ofType(one, { ...scope, path: at_ }) };
      const { name, type } = namedField(one, at_);
      return { name, skip: 0, layout: ofType(type, { ...scope, path: `${scope.path}.${name}` }) };
    });
    requireDistinctNames(
      items.map(({ name }) => name),
      scope.path,
    );
    return { named, items };
  }

  function ofType(json: unknown, scope: Scope): Layout {
    if (typeof json === 'string') {
      const primitive = PRIMITIVES.get(json);
      if (primitive) return primitive;
      throw refused(scope.path, `type ${shown(json)} is not known`);
    }
    const { data: type } = composed.safeParse(json);
    if (!type) throw refused(scope.path, `type ${shown(json)} is not known`);
    if ('option' in type) return optionOf(ofType(type.option, scope));
    if ('coption' in type) return coption(ofType(type.coption, scope), scope);
    if ('vec' in type) return vectorOf(ofType(type.vec, scope));
    if ('array' in type) return array(type.array[0], type.array[1], scope);
    if ('genericLenArray' in type) {
      const [inner, generic] = type.genericLenArray;
      return array(inner, { generic }, scope);
    }
    if ('generic' in type) return genericType(type.generic, scope);
    if ('definedWithTypeArgs' in type) {
      const { name, args } = type.definedWithTypeArgs;
      return defined(name, argumentsOf(args, scope), scope);
    }
    return typeof type.defined === 'string'
      ? defined(type.defined, [], scope)
      : defined(type.defined.name, argumentsOf(type.defined.generics ?? [], scope), scope);
  }

  function coption(inner: Layout, { path }: Scope): Layout {
    if (inner.fixed) return coptionOf(inner);
    throw refused(
      path,
      'a COption has the bytes of its value even without one, so the value needs a fixed size',
    );
  }

  function array(json: unknown, size: z.output<typeof length>, scope: Scope): Layout {
    const inner = ofType(json, scope);
    const count = typeof size === 'number' ? size : scope.generics.get(size.generic);
    if (typeof count !== 'number') throw refused(scope.path, 'the length of an array is not a number');
    return bounded(arrayOf(inner, count), scope.path);
  }

  function genericType(name: string, { generics: known, path }: Scope): Layout {
    const argument = known.get(name);
    if (argument === undefined || typeof argument === 'number')
      throw refused(path, `there is no type ${name}`);
    return argument;
  }

  function argumentsOf(args: z.output<typeof generics>, scope: Scope): readonly Argument[] {
    return args.map((arg) => {
      if (!('value' in arg)) return ofType(arg.type, scope);
      const value = scope.generics.get(`${arg.value}`) ?? Number(arg.value);
      if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
      throw refused(scope.path, `generic argument ${shown(arg.value)} is not a length`);
    });
  }

  return {
    type: (name, path) => {
      open = [];
      return defined(name, [], { path, generics: NO_GENERICS });
    },
    struct: (name, declared, path) => {
      open = [];
      const fields = fieldsOf(declared, { path, generics: NO_GENERICS });
      return bounded(structOf(name, fields), path);
    },
  };
}

function bounded<Kind extends Layout>(layout: Kind, path: string): Kind {
  if (layout.least <= MOST_ACCOUNT_BYTES && layout.cost <= MOST_ACCOUNT_BYTES) return layout;
  throw refused(path, 'it is larger than any account');
}

function requireDistinctNames(names: readonly string[], path: string): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw refused(path, `${twice} is declared twice`);
}

function shown(json: unknown): string {
  const text = JSON.stringify(json) ?? 'undefined';
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
