import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileDecoder } from '../../../idl/anchor/decode.ts';
import { readIdl } from '../../../idl/anchor/document.ts';
import { type AnchorAccount, accountsOf } from '../../../idl/anchor/resolve.ts';
import { decodedByAnchor, encodedByAnchor, presentTypes, valuesOf } from './anchor-values.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures/idls');
const NAMES = jsonIn(FIXTURES);
const textOf = (name: string) => readFileSync(join(FIXTURES, `${name}.json`), 'utf8');

function jsonIn(directory: string): string[] {
  return readdirSync(directory).flatMap((file) => (file.endsWith('.json') ? [file.slice(0, -5)] : []));
}

function program(name: string) {
  const text = textOf(name);
  const accounts = accountsOf(readIdl(text));
  return {
    types: presentTypes(JSON.parse(text)),
    decodable: accounts.filter((account) => 'layout' in account),
    refused: accounts.flatMap((account) => ('refusal' in account ? [account.refusal.message] : [])),
  };
}

const decode = ({ layout, discriminator }: AnchorAccount, body: Uint8Array) =>
  compileDecoder(layout, discriminator.length)(Buffer.concat([discriminator, body]));

const RECORDED = jsonIn(join(FIXTURES, 'accounts')).map((name) => {
  const { data } = JSON.parse(textOf(`accounts/${name}`)) as { readonly data: string };
  return { name, bytes: Buffer.from(data, 'base64') };
});

describe('a published IDL', () => {
  test.each(NAMES)('%s: every account decodes to what Anchor’s own coder encoded', (name) => {
    const { types, decodable } = program(name);
    for (const account of decodable) {
      fc.assert(
        fc.property(valuesOf(account.layout), (value) => {
          const bytes = encodedByAnchor(types, account.name, value.anchor);
          expect(decode(account, bytes)).toEqual({ kind: 'decoded', data: value.json });
        }),
        { numRuns: 2 },
      );
    }
  });

  test('loses only the accounts that it does not describe, and says why', () => {
    const refused = Object.fromEntries(NAMES.map((name) => [name, program(name).refused]));
    expect(Object.fromEntries(Object.entries(refused).filter(([, reasons]) => reasons.length > 0))).toEqual({
      drift: ['The IDL cannot be used because of types.LPPool: padding is declared twice.'],
      'spl-token': ['mint', 'multisig', 'account'].map(
        (account) =>
          `The IDL cannot be used because of ${account}: an empty discriminator matches every account.`,
      ),
    });
  });

  test('means the same in the present format and in the one before Anchor 0.30', () => {
    // Not the discriminators: the tool that wrote the newer file hashed names that begin with a small letter.
    const layouts = (file: string) =>
      Object.fromEntries(
        program(file).decodable.map(({ name, layout }) => [name.toLowerCase(), sizes(layout)]),
      );
    expect(layouts('pyth-receiver-legacy')).toEqual(layouts('pyth-receiver'));
  });

  test.each(RECORDED)('decodes the recorded account $name as Anchor’s own coder does', ({ name, bytes }) => {
    const idl =
      NAMES.filter((each) => name.startsWith(`${each}-`)).toSorted((a, b) => b.length - a.length)[0] ?? '';
    const { types, decodable } = program(idl);
    const account = decodable.find(({ discriminator }) =>
      bytes.subarray(0, discriminator.length).equals(discriminator),
    );
    if (!account) throw new Error(`${idl} has no account with the discriminator of ${name}`);
    const body = bytes.subarray(account.discriminator.length);
    const expected = decodedByAnchor(types, account, body);
    expect(decode(account, body)).toEqual({ kind: 'decoded', data: expected });
  });
});

/** A layout without the names of its fields, which the formats write differently. */
function sizes(layout: unknown): unknown {
  return JSON.parse(JSON.stringify(layout, (key, value) => (key === 'name' ? undefined : value)));
}
