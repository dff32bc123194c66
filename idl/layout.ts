import { z } from 'zod';
import { LaunchlensError } from '../core/kernel/errors/error.ts';
import { DISCRIMINATOR_BYTES } from './discriminators.ts';
import type { Idl } from './schema.ts';

/** Sizes of the Borsh types with a fixed size. */
const PRIMITIVE_BYTES = { bool: 1, u8: 1, u16: 2, u32: 4, u64: 8, u128: 16, i64: 8, pubkey: 32 } as const;

/** `bytes` is a fixed array of u8. */
export type FieldType = keyof typeof PRIMITIVE_BYTES | 'bytes';

export interface FieldLayout<Name extends string = string> {
  readonly name: Name;
  readonly type: FieldType;
  /** Byte offset in the account, discriminator included. */
  readonly offset: number;
  readonly size: number;
}

/** Where every field of an account is. Fields are contiguous up to `size`. */
export interface AccountLayout<Name extends string = string> {
  readonly name: string;
  readonly discriminator: Uint8Array;
  /** Bytes of the whole account. */
  readonly size: number;
  readonly fields: readonly FieldLayout<Name>[];
}

const byteArray = z.object({ array: z.tuple([z.literal('u8'), z.int().positive()]) }).strict();

/**
 * Computes the byte layout of one account.
 * @throws IDL_ACCOUNT_UNKNOWN, IDL_MALFORMED, IDL_TYPE_UNSUPPORTED
 */
export function accountLayout(idl: Idl, account: string): AccountLayout {
  const declared = idl.accounts.find(({ name }) => name === account);
  const struct = idl.types.find(({ name }) => name === account);
  if (!declared || !struct) throw new LaunchlensError('IDL_ACCOUNT_UNKNOWN', { account });
  requireDistinctNames(account, struct.type.fields);
  let offset = DISCRIMINATOR_BYTES;
  const fields = struct.type.fields.map((field) => {
    const layout = { name: field.name, offset, ...sizeOf(account, field) };
    offset += layout.size;
    return layout;
  });
  return { name: account, discriminator: Uint8Array.from(declared.discriminator), size: offset, fields };
}

/** @throws IDL_MALFORMED if the account has no such field. */
export function fieldOf(layout: AccountLayout, name: string): FieldLayout {
  const field = layout.fields.find((candidate) => candidate.name === name);
  if (field) return field;
  throw new LaunchlensError('IDL_MALFORMED', { path: layout.name, reason: `no field ${name}` });
}

/** The bytes of one field of an account. */
export function fieldBytes(layout: AccountLayout, name: string, account: Buffer): Buffer {
  const { offset, size } = fieldOf(layout, name);
  return account.subarray(offset, offset + size);
}

function sizeOf(
  account: string,
  { name, type }: { name: string; type?: unknown },
): { type: FieldType; size: number } {
  if (typeof type === 'string' && Object.hasOwn(PRIMITIVE_BYTES, type)) {
    const primitive = type as keyof typeof PRIMITIVE_BYTES;
    return { type: primitive, size: PRIMITIVE_BYTES[primitive] };
  }
  const array = byteArray.safeParse(type);
  if (array.success) return { type: 'bytes', size: array.data.array[1] };
  throw new LaunchlensError('IDL_TYPE_UNSUPPORTED', {
    account,
    field: name,
    type: JSON.stringify(type) ?? 'undefined',
  });
}

function requireDistinctNames(account: string, fields: readonly { readonly name: string }[]): void {
  const names = fields.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new LaunchlensError('IDL_MALFORMED', { path: account, reason: `field ${twice} is declared twice` });
  }
}
