import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { ESCROW_IDL } from './escrow.ts';
import type { Idl } from './schema.ts';

const json = z.json();

/**
 * SHA-256, in hex, of the canonical JSON (sorted keys, no white space) of everything that affects how an IDL's
 * accounts are read: names, discriminators, fields and types. A store records the hash of the IDL that decoded
 * its rows. The program's address and descriptions may change without invalidating those rows.
 */
export function idlHash({ accounts, types }: Idl): string {
  const structs = types.map(({ name, type }) => ({
    name,
    fields: type.fields.map((field) => ({ name: field.name, type: field.type })),
  }));
  return bytesToHex(sha256(utf8ToBytes(canonical(json.parse({ accounts, structs })))));
}

export const ESCROW_IDL_HASH = idlHash(ESCROW_IDL);

function canonical(value: z.output<typeof json>): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
