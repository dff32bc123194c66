import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { isRecord } from '../chain/http.ts';
import { usageFailure } from '../cli/arguments.ts';

/** A type that the IDL declares. */
export interface Declared {
  readonly name: string;
  readonly serialization?: unknown;
  readonly repr?: { readonly kind?: string; readonly packed?: boolean; readonly align?: number };
  readonly generics?: readonly (string | { readonly name: string })[];
  readonly type: {
    readonly kind: string;
    readonly fields?: readonly unknown[];
    readonly variants?: readonly { readonly name: string; readonly fields?: readonly unknown[] }[];
    /** What an alias stands for; old IDLs call it `value`. */
    readonly alias?: unknown;
    readonly value?: unknown;
  };
}

export interface AccountType {
  readonly name: string;
  /** The first bytes of each account of this type. Without any, nobody can tell its accounts. */
  readonly discriminator: Uint8Array;
}

export interface Idl {
  /** The program's address, if the IDL names one. */
  readonly address: string | undefined;
  readonly accounts: readonly AccountType[];
  readonly types: ReadonlyMap<string, Declared>;
}

/** Reads an IDL of Anchor: the present format, or the one before Anchor 0.30. @throws VerifierFailure in one line */
export function parseIdl(text: string, from: string): Idl {
  const json = parsed(text);
  if (!isRecord(json)) throw usageFailure(`${from} is not JSON. Pass the IDL that \`anchor build\` writes`);
  const accounts = named(json.accounts);
  if (accounts.length === 0) throw usageFailure(`${from} describes no accounts. Pass the IDL of the program`);
  const { metadata } = json;
  const isPresent = isRecord(metadata) && 'spec' in metadata;
  const address = isPresent ? json.address : isRecord(metadata) && metadata.address;
  // Before Anchor 0.30, an account had its type with it.
  const types = [...named(json.types), ...accounts.filter((account) => 'type' in account)];
  return {
    address: typeof address === 'string' ? address : undefined,
    accounts: accounts.map((account) => ({
      name: account.name,
      discriminator: discriminatorOf(account, from),
    })),
    types: new Map(types.map((type) => [type.name, declared(type, from)])),
  };
}

/** The type whose accounts begin like these bytes. */
export function typeOf(data: Uint8Array, types: readonly AccountType[]): AccountType | undefined {
  return types.find(
    ({ discriminator }) => discriminator.length > 0 && discriminator.every((byte, at) => data[at] === byte),
  );
}

type Named = Record<string, unknown> & { readonly name: string };

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function named(list: unknown): readonly Named[] {
  if (!Array.isArray(list)) return [];
  return list.filter((entry): entry is Named => isRecord(entry) && typeof entry.name === 'string');
}

function declared(type: Named, from: string): Declared {
  if (isRecord(type.type) && typeof type.type.kind === 'string') return type as unknown as Declared;
  throw usageFailure(`${from} declares ${type.name} without saying what it is`);
}

function discriminatorOf({ name, discriminator }: Named, from: string): Uint8Array {
  if (discriminator === undefined) {
    // As Anchor derived it before IDLs named it: from the name as Rust writes it.
    const rust = name.replace(/(?:^|_+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
    return sha256(utf8ToBytes(`account:${rust}`)).subarray(0, 8);
  }
  const isBytes = Array.isArray(discriminator) && discriminator.every((byte) => Number.isInteger(byte));
  if (isBytes) return Uint8Array.from(discriminator);
  throw usageFailure(`${from} has no usable discriminator for ${name}`);
}
