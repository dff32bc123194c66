import { IdlCoder } from '@coral-xyz/anchor/dist/cjs/coder/borsh/idl.js';
import type { AccountType, Idl } from './idl.ts';
import { shapeOf, Unsupported } from './shapes.ts';

/** Of an account: its fields as the API must say them, or why its bytes are not as the IDL says. */
export type Expected = { readonly data: unknown } | { readonly undecodable: string };

/** Takes all bytes of an account. */
export type Decode = (account: Uint8Array) => Expected;

const CUT_OFF = 'the account ends before its last field';

/** A decoder by Anchor's own coder, or a sentence why there is none. */
export function decoderOf(idl: Idl, type: AccountType): Decode | string {
  try {
    return compiled(idl, type);
  } catch (error) {
    if (error instanceof Unsupported) return error.message;
    return `Anchor's coder does not accept it: ${error instanceof Error ? error.message : error}`;
  }
}

function compiled(idl: Idl, { name, discriminator }: AccountType): Decode {
  const { shape, types } = shapeOf(idl, name);
  const typeDef = { name, type: { kind: 'type', alias: shape.coded } };
  const layout = IdlCoder.typeDefLayout({ typeDef, types } as Parameters<typeof IdlCoder.typeDefLayout>[0]);
  return (account) => {
    const body = Buffer.from(account.subarray(discriminator.length));
    try {
      const data = shape.json(layout.decode(body));
      // The coder returns fewer bytes than a length says where there are no more.
      return layout.getSpan(body) > body.length ? { undecodable: CUT_OFF } : { data };
    } catch (error) {
      if (error instanceof RangeError) return { undecodable: CUT_OFF };
      return { undecodable: error instanceof Error ? error.message : String(error) };
    }
  };
}
