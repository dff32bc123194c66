import { z } from 'zod';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { accountDiscriminator, eventDiscriminator, instructionDiscriminator } from '../discriminators.ts';

/** The largest published IDLs have some 600 kB. */
export const MOST_IDL_BYTES = 4_194_304;
/** Types nest a few levels; deeper text would exhaust the stack of whoever walks it. */
const DEEPEST = 128;

/** A name of Rust, which can also name a column and a field of GraphQL. */
export const identifier = z
  .string()
  .max(128, 'a name has at most 128 characters')
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a name has only letters, digits and underscores')
  .refine((text) => text !== '__proto__', 'no field can have this name');
/** A type may be named by its path, where two modules have one of the same name. */
const typeName = z
  .string()
  .max(256)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z_][A-Za-z0-9_]*)*$/);

const field = z.object({ name: identifier, docs: z.array(z.string()).optional(), type: z.unknown() });
/** Named fields, or the types of a tuple; both are objects or strings, so that each entry decides. */
const fields = z.array(z.unknown()).optional();

const body = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('struct'), fields }),
  z.object({ kind: z.literal('enum'), variants: z.array(z.object({ name: identifier, fields })) }),
  z.object({ kind: z.literal('type'), alias: z.unknown() }),
  z.object({ kind: z.literal('alias'), value: z.unknown() }),
]);

const serialization = z.union([
  z.enum(['borsh', 'bytemuck', 'bytemuckunsafe']),
  z.object({ custom: z.string() }),
]);
const repr = z.object({
  kind: z.enum(['rust', 'c', 'transparent']),
  packed: z.boolean().optional(),
  align: z.int().min(1).max(1_024).optional(),
});
const generic = z.union([z.string().transform((it) => ({ name: it })), z.object({ name: z.string() })]);

const typeDefinition = z.object({
  name: typeName,
  serialization: serialization.optional(),
  repr: repr.optional(),
  generics: z.array(generic).optional(),
  type: body,
});

const discriminator = z.array(z.int().min(0).max(255)).max(32);

/** What an instruction takes; read further where it is used, so that a bad one does not spoil the others. */
const called = {
  name: identifier,
  accounts: z.array(z.unknown()).default([]),
  args: z.array(z.unknown()).default([]),
};

const document = z.object({
  address: z.string().optional(),
  metadata: z.object({ name: identifier, spec: z.literal('0.1.0') }),
  instructions: z.array(z.object({ ...called, discriminator })).default([]),
  accounts: z.array(z.object({ name: identifier, discriminator })).default([]),
  events: z.array(z.object({ name: identifier, discriminator })).default([]),
  types: z.array(typeDefinition).default([]),
});

/** Before Anchor 0.30, accounts and events had their types with them, and discriminators followed from names. */
const legacyDocument = z.object({
  name: identifier,
  metadata: z.object({ address: z.string().optional() }).optional(),
  instructions: z.array(z.object(called)).default([]),
  accounts: z.array(typeDefinition.extend({ name: identifier })).default([]),
  events: z.array(z.object({ name: identifier, fields: z.array(z.unknown()).default([]) })).default([]),
  types: z.array(typeDefinition).default([]),
});

export type TypeDefinition = z.output<typeof typeDefinition>;

interface Declared {
  readonly name: string;
  readonly discriminator: readonly number[];
}

/** Arguments and accounts are as the IDL writes them. */
export interface IdlInstruction extends Declared {
  readonly accounts: readonly unknown[];
  readonly args: readonly unknown[];
}

/** Without fields, the type of its name has them. */
export interface IdlEvent extends Declared {
  readonly fields?: readonly unknown[];
}

/** What an IDL says, whichever version of Anchor wrote it. */
export interface IdlDocument {
  readonly name: string;
  /** The program's address, if the IDL names one. */
  readonly address: string | undefined;
  readonly instructions: readonly IdlInstruction[];
  readonly accounts: readonly Declared[];
  readonly events: readonly IdlEvent[];
  readonly types: readonly TypeDefinition[];
}

/**
 * Reads an IDL of Anchor: specification 0.1.0, or the format before it.
 * @throws IDL_REFUSED, naming the first place that cannot be used
 */
export function readIdl(text: string): IdlDocument {
  const json = parsed(text);
  const isLegacy = typeof json === 'object' && json !== null && !hasSpecification(json);
  const idl = isLegacy ? fromLegacy(checked(legacyDocument, json)) : fromDocument(checked(document, json));
  requireDistinct('accounts', idl.accounts);
  requireDistinct('types', idl.types);
  return idl;
}

/** @throws IDL_REFUSED */
export function namedField(json: unknown, path: string): z.output<typeof field> {
  return checked(field, json, path);
}

export function refused(path: string, reason: string, cause?: unknown): LaunchlensError {
  return new LaunchlensError('IDL_REFUSED', { path, reason }, cause);
}

function parsed(text: string): unknown {
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_IDL_BYTES) throw refused('its size', `${bytes} bytes are more than ${MOST_IDL_BYTES}`);
  requireShallow(text);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refused('its text', 'it is not JSON, or cut off', cause);
  }
}

function requireShallow(text: string): void {
  let depth = 0;
  // Strings first, so that brackets in them do not count.
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]|[\]}]/g)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > DEEPEST) throw refused('its text', `it nests more than ${DEEPEST} levels`);
  }
}

function hasSpecification(json: object): boolean {
  const { metadata } = json as { metadata?: unknown };
  return typeof metadata === 'object' && metadata !== null && 'spec' in metadata;
}

function checked<Value>(schema: z.ZodType<Value>, json: unknown, at = ''): Value {
  const found = schema.safeParse(json);
  if (found.success) return found.data;
  const [issue] = found.error.issues;
  const path = [...(at ? [at] : []), ...(issue?.path ?? []).map(String)].join('.') || 'its root';
  throw refused(path, issue?.message ?? 'unknown shape', found.error);
}

function fromDocument({ metadata, ...rest }: z.output<typeof document>): IdlDocument {
  return { name: metadata.name, ...rest, address: rest.address };
}

function fromLegacy(idl: z.output<typeof legacyDocument>): IdlDocument {
  const { name, metadata, instructions, accounts, events, types } = idl;
  const own = new Set(accounts.map((account) => account.name));
  return {
    name,
    address: metadata?.address,
    accounts: accounts.map((account) => ({
      name: account.name,
      discriminator: legacyDiscriminator(account.name),
    })),
    instructions: instructions.map((instruction) => ({
      ...instruction,
      discriminator: [...instructionDiscriminator(snakeCase(instruction.name))],
    })),
    events: events.map((event) => ({ ...event, discriminator: [...eventDiscriminator(event.name)] })),
    // A type that an account also declares is the same struct, written twice.
    types: [...accounts, ...types.filter((type) => !own.has(type.name))],
  };
}

/** As Anchor's TypeScript client derived it before IDLs named it: from the name as Rust writes it. */
function legacyDiscriminator(account: string): readonly number[] {
  const rust = account.replace(/(?:^|_+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
  return [...accountDiscriminator(rust)];
}

/** Instructions were named in camel case, and hashed as Rust names them. */
function snakeCase(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase();
}

function requireDistinct(path: string, named: readonly { readonly name: string }[]): void {
  const seen = new Set<string>();
  for (const { name: each } of named) {
    if (seen.has(each)) throw refused(path, `${each} is declared twice`);
    seen.add(each);
  }
}
