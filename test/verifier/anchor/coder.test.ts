import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../fixtures/localnet/keys/random.ts';
import {
  brokenPosition,
  drawPosition,
  drawReserve,
} from '../../../fixtures/localnet/program/vault/accounts.ts';
import { compileDecoder } from '../../../idl/anchor/decode.ts';
import { readIdl } from '../../../idl/anchor/document.ts';
import { accountsOf } from '../../../idl/anchor/resolve.ts';
import { decoderOf, type Expected } from '../../../verifier/anchor/coder.ts';
import { parseIdl, typeOf } from '../../../verifier/anchor/idl.ts';
import { encodedByAnchor, presentTypes, valuesOf } from '../../idl/anchor/anchor-values.ts';

const FIXTURES = join(import.meta.dirname, '../../../fixtures');
const textOf = (name: string) => readFileSync(join(FIXTURES, name), 'utf8');
const VAULT = textOf('localnet/vault-program/vault.json');
/** Values in an account: Anchor's coder takes seconds for more. */
const LARGEST = 2_000;
const PUBLISHED = readdirSync(join(FIXTURES, 'idls')).filter((name) => name.endsWith('.json'));

/** What the verifier makes of the bytes of an account, and what the indexer does. */
function bothOf(idl: string, bytes: Uint8Array): readonly [Expected, unknown] {
  const parsed = parseIdl(idl, 'the IDL');
  const type = typeOf(bytes, parsed.accounts);
  const decode = type && decoderOf(parsed, type);
  if (typeof decode !== 'function') throw new Error(decode ?? 'no type');
  const account = accountsOf(readIdl(idl)).find((each) => each.name === type?.name);
  if (!account || !('layout' in account)) throw new Error('refused by the indexer');
  return [decode(bytes), compileDecoder(account.layout, account.discriminator.length)(bytes)];
}

describe('what Anchor’s coder reads', () => {
  test('of the accounts of the local vault is what the index says, padding of C and nested options included', () => {
    const random = createRandom('verifier of accounts');
    for (let round = 0; round < 50; round += 1) {
      for (const bytes of [
        drawPosition(random, random.bytes(32), BigInt(round)),
        drawReserve(random, random.bytes(32)),
      ]) {
        const [chain, index] = bothOf(VAULT, Buffer.from(bytes));
        expect({ kind: 'decoded', ...chain }).toEqual(index);
      }
    }
  });

  test.each(PUBLISHED)('of random accounts of %s is what the index says', (name) => {
    const text = textOf(`idls/${name}`);
    const parsed = parseIdl(text, name);
    const types = presentTypes(JSON.parse(text));
    for (const account of accountsOf(readIdl(text))) {
      if (!('layout' in account) || account.layout.cost > LARGEST) continue;
      const type = parsed.accounts.find((each) => each.name === account.name);
      expect(Buffer.from(type?.discriminator ?? [])).toEqual(Buffer.from(account.discriminator));
      const decode = type && decoderOf(parsed, type);
      fc.assert(
        fc.property(valuesOf(account.layout), ({ anchor, json }) => {
          const bytes = Buffer.concat([account.discriminator, encodedByAnchor(types, account.name, anchor)]);
          expect(typeof decode === 'function' ? decode(bytes) : decode).toEqual({ data: json });
        }),
        { numRuns: 1 },
      );
    }
  });

  test.each(readdirSync(join(FIXTURES, 'idls/accounts')))(
    'of the recorded account %s is what the index says',
    (name) => {
      const idl = PUBLISHED.map((each) => each.replace('.json', '')).find((each) => name.startsWith(each));
      const { data } = JSON.parse(textOf(`idls/accounts/${name}`)) as { readonly data: string };
      const [chain, index] = bothOf(textOf(`idls/${idl}.json`), Buffer.from(data, 'base64'));
      expect({ kind: 'decoded', ...chain }).toEqual(index);
    },
  );
});

const idlOf = (type: unknown, more: readonly object[] = []) =>
  JSON.stringify({
    metadata: { name: 'one', spec: '0.1.0' },
    accounts: [{ name: 'One', discriminator: [1] }],
    types: [{ name: 'One', type: { kind: 'struct', fields: [{ name: 'it', type }] } }, ...more],
  });

const bytesOf = (...bytes: number[]) => Buffer.from([1, ...bytes]);

describe('types that Anchor’s coder lacks', () => {
  test.each([
    ['a COption without a value', { coption: 'u64' }, bytesOf(0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0), null],
    ['a COption with one', { coption: 'u64' }, bytesOf(1, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0), '9'],
    ['no option', { option: { option: 'u8' } }, bytesOf(0), null],
    ['an option without a value in an option', { option: { option: 'u8' } }, bytesOf(1, 0), { some: null }],
    ['an option with one in an option', { option: { option: 'u8' } }, bytesOf(1, 1, 5), { some: 5 }],
  ])('%s is read exactly', (_, type, bytes, it) => {
    const [chain, index] = bothOf(idlOf(type), bytes);
    expect(chain).toEqual({ data: { it } });
    expect(index).toMatchObject({ data: { it } });
  });
});

describe('bytes that the IDL does not explain', () => {
  test.each([
    ['too few bytes', VAULT, brokenPosition(new Uint8Array(32))],
    ['a text that is cut off', idlOf('string'), bytesOf(5, 0, 0, 0, 97)],
    ['text that is not UTF-8', idlOf('string'), bytesOf(1, 0, 0, 0, 0xff)],
    ['bytes that are cut off', idlOf('bytes'), bytesOf(5, 0, 0, 0, 97)],
    ['a list that is cut off', idlOf({ vec: 'u16' }), bytesOf(2, 0, 0, 0, 1, 0)],
    ['a bool of 2', idlOf('bool'), bytesOf(2)],
    ['the tag 2 of an option', idlOf({ option: 'u8' }), bytesOf(2, 0)],
    ['the tag 2 of a COption', idlOf({ coption: 'u8' }), bytesOf(2, 0, 0, 0, 0)],
    [
      'an unknown variant',
      idlOf({ defined: { name: 'E' } }, [{ name: 'E', type: { kind: 'enum', variants: [{ name: 'A' }] } }]),
      bytesOf(1),
    ],
  ])('%s are undecodable here as in the index', (_, idl, bytes) => {
    const [chain, index] = bothOf(idl, Buffer.from(bytes));
    expect(chain).toHaveProperty('undecodable');
    expect(index).toMatchObject({ kind: 'undecodable' });
  });

  test.each([
    ['contains itself', idlOf({ defined: { name: 'One' } }), 'One contains itself'],
    ['names a type that is missing', idlOf({ defined: { name: 'Two' } }), 'the IDL declares no type Two'],
    ['is of an unknown kind', idlOf('u512'), 'type "u512" is not known'],
  ])('a type that %s is refused with the reason', (_, text, reason) => {
    const idl = parseIdl(text, 'the IDL');
    const [type] = idl.accounts;
    expect(type && decoderOf(idl, type)).toBe(reason);
  });
});
