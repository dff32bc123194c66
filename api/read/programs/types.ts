import { compileDecoder, type Decode } from '../../../idl/anchor/decode.ts';
import type { Program, ProgramType } from '../../../idl/anchor/program.ts';

/** One account type of a program, and how its bytes become JSON. */
export interface AccountType {
  readonly name: string;
  /** Undefined if the IDL does not describe the type well enough; then every account of it is undecodable. */
  readonly of: ProgramType | undefined;
  /** Takes all bytes of an account, its discriminator first. */
  readonly decode: Decode;
}

export type AccountTypes = ReadonlyMap<string, AccountType>;

/** The followed types of a program, compiled once, in the order of the IDL. */
export function accountTypesOf({ idl, types, refused, accounts }: Program): AccountTypes {
  const compiled = new Map<string, AccountType>();
  for (const type of types) {
    const { name, layout, discriminator } = type;
    compiled.set(name, { name, of: type, decode: compileDecoder(layout, discriminator.length) });
  }
  for (const { name, refusal } of refused) {
    const reason = refusal.message;
    compiled.set(name, { name, of: undefined, decode: () => ({ kind: 'undecodable', reason }) });
  }
  const followed = idl.document.accounts.flatMap(({ name }) => {
    const type = compiled.get(name);
    return type && (accounts?.includes(name) ?? true) ? [[name, type] as const] : [];
  });
  return new Map(followed);
}
