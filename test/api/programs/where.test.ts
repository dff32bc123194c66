import { describe, expect, test } from 'vitest';
import { accountTypesOf } from '../../../api/read/programs/types.ts';
import { compileOrder } from '../../../api/read/programs/where/order.ts';
import { compileWhere } from '../../../api/read/programs/where/where.ts';
import { defineProgram } from '../../../idl/anchor/program.ts';
import { pubkeyOf } from '../../support/index-builder.ts';
import { deskProgram } from './support/program-index.ts';

const types = accountTypesOf(deskProgram());
const typeNamed = (name: string) => {
  const type = types.get(name);
  if (type === undefined) throw new Error(`there is no ${name}`);
  return type;
};
const order = typeNamed('Order');

describe('where', () => {
  test.for([
    [{ amuont: '1' }, /^where\.amuont must be left out: Order has only owner, level, /],
    [{ 'fees.rtae': 1 }, /^where\.fees\.rtae must be left out/],
    [{ 'owner.x': 1 }, /^where\.owner\.x must be left out/],
    [{ slot_: '1' }, /^where\.slot_ must be left out/],
    [{ __proto__x: 1, constructor: 1 }, /^where\.__proto__x must be left out/],
    [{ amount: { gre: '1' } }, /^where\.amount\.gre must be one of gt, gte, lt, lte, in\./],
    [{ amount: {} }, /^where\.amount must be a value, or an object with gt/],
    [
      { amount: 5 },
      /^where\.amount must be a whole number from 0 to 18446744073709551615, as a decimal string\./,
    ],
    [{ amount: '18446744073709551616' }, /^where\.amount must be a whole number/],
    [{ amount: '-1' }, /^where\.amount must be a whole number/],
    [{ amount: '01' }, /^where\.amount must be a whole number/],
    [{ amount: null }, /^where\.amount must be a whole number/],
    [{ amount: { gt: null } }, /^where\.amount\.gt must be a whole number/],
    [{ limit: { gt: null } }, /^where\.limit\.gt must be a value: nothing is before or after null\./],
    [{ level: 256 }, /^where\.level must be a whole number from 0 to 255\./],
    [{ level: 1.5 }, /^where\.level must be a whole number from 0 to 255\./],
    [{ level: '1' }, /^where\.level must be a whole number from 0 to 255\./],
    [{ price: 'much' }, /^where\.price must be a number/],
    [{ open: 1 }, /^where\.open must be true or false\./],
    [{ label: '\ud800' }, /^where\.label must be a text/],
    [{ label: 'x'.repeat(1_025) }, /^where\.label must be a text of at most 1024 characters\./],
    [{ owner: 'x' }, /^where\.owner must be a base58 public key of 32 bytes\./],
    [{ seal: 'AAA=' }, /^where\.seal must be 4 bytes in base64\./],
    [{ note: '!' }, /^where\.note must be bytes in base64\./],
    [{ side: 'Hold' }, /^where\.side must be one of Buy, Sell, Both\./],
    [{ state: { Paused: { until: '1' } } }, /^where\.state\.Paused must be one of gt/],
    [{ amount: { in: [] } }, /^where\.amount\.in must be a list of 1 to 100 values\./],
    [{ amount: { in: Array(101).fill('1') } }, /^where\.amount\.in must be a list of 1 to 100 values\./],
    [{ amount: { in: ['1', 2] } }, /^where\.amount\.in\.1 must be a whole number/],
    [{ amount: [1] }, /^where\.amount must be a whole number/],
    [{ legs: 1 }, /^where\.legs must be left out: a list cannot be compared\./],
    [{ fees: { rate: 1 } }, /^where\.fees must be left out: a struct cannot be compared\./],
    [{ last_fees: null }, /^where\.last_fees must be left out: a struct cannot be compared\./],
    [{ ['x'.repeat(10_000)]: 1 }, /^where\.x{64}… must be left out/],
    [
      Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`x${at}`, 1])),
      /^where must be conditions on at most 32 fields\./,
    ],
  ] as const)('refuses %j', ([where, message]) => {
    expect(() => compileWhere(order, where)).toThrow(message);
  });

  test('makes every value a parameter', () => {
    const { sql, parameters } = compileWhere(order, {
      label: "'; DROP TABLE account_versions --",
      amount: { gte: '7', in: ['8', '9'] },
      owner: pubkeyOf('owner'),
    });
    expect(sql).not.toMatch(/DROP|[789]'/);
    expect(Object.values(parameters)).toHaveLength(5);
  });

  test('says of a type without anything to compare that it has none', () => {
    expect(() => compileWhere(typeNamed('Notes'), { lines: 'x' })).toThrow(
      'where.lines must be left out: a list cannot be compared.',
    );
    expect(() => compileOrder(typeNamed('Notes'), '-lines')).toThrow(
      'order_by must be left out: a list cannot be compared.',
    );
  });

  test('knows no field of a type that the IDL does not describe', () => {
    const idl = {
      metadata: { name: 'odd', version: '0.1.0', spec: '0.1.0' },
      accounts: [{ name: 'Odd', discriminator: [1] }],
      types: [],
    };
    const odd = accountTypesOf(
      defineProgram({ name: 'odd', address: pubkeyOf('odd'), idlText: JSON.stringify(idl) }),
    ).get('Odd');
    expect(() => odd && compileWhere(odd, { x: 1 })).toThrow(/cannot be decoded, nor be compared/);
    expect(odd?.decode(new Uint8Array(1))).toMatchObject({ kind: 'undecodable' });
  });
});
