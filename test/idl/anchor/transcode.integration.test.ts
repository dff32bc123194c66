import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../../core/kernel/logger.ts';
import { createOlap } from '../../../core/olap/open.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { columnsOf, isNullable } from '../../../idl/anchor/columns.ts';
import { compileDecoder } from '../../../idl/anchor/decode.ts';
import { defaultColumns } from '../../../idl/anchor/default-columns.ts';
import { jsonSql } from '../../../idl/anchor/json-sql.ts';
import type { Fields, Layout } from '../../../idl/anchor/layout.ts';
import { RowSink } from '../../../idl/anchor/row-sink.ts';
import { compileTranscoder } from '../../../idl/anchor/transcode.ts';
import { encodedByAnchor, valuesOf } from './anchor-values.ts';
import { accountOf, DISCRIMINATOR, field, randomTypes, struct, type Type } from './random-types.ts';

let store: Olap | undefined;
beforeAll(async () => {
  store = await createOlap({
    dataDir: mkdtempSync(join(tmpdir(), 'transcode-')),
    logger: createLogger('silent'),
  });
});
afterAll(() => store?.close());

const PREFIX = Buffer.from(DISCRIMINATOR);

/** SQL of a value as JSON that loses nothing: texts and bytes as base64, keys as base58, numbers as text. */
function plainSql(layout: Layout, value: string, depth = 0): string {
  const item = `x${depth}`;
  const each = (of: Layout, list: string): string =>
    `arrayMap(${item} -> ${plainSql(of, item, depth + 1)}, ${list})`;
  const elements = ({ items }: Fields, of: string): string =>
    items.length === 0
      ? 'tuple()'
      : `tuple(${items.map((one, at) => plainSql(one.layout, `tupleElement(${of}, ${at + 1})`, depth + 1)).join(', ')})`;
  switch (layout.kind) {
    case 'string':
    case 'bytes':
      return `base64Encode(${value})`;
    case 'pubkey':
      return `base58Encode(${value})`;
    case 'option':
    case 'coption':
      return isNullable(layout.inner) ? plainSql(layout.inner, value, depth) : each(layout.inner, value);
    case 'vector':
    case 'array':
      return each(layout.inner, value);
    case 'struct':
      return elements(layout.fields, value);
    case 'enum': {
      const bearing = layout.variants.filter(({ fields }) => fields.items.length > 0);
      if (bearing.length === 0) return `toString(${value})`;
      const arrays = bearing.map(
        ({ fields }, at) =>
          `arrayMap(${item} -> ${elements(fields, item)}, tupleElement(${value}, ${at + 2}))`,
      );
      return `tuple(toString(tupleElement(${value}, 1)), ${arrays.join(', ')})`;
    }
    default:
      return `toString(${value})`;
  }
}

/** What that SQL gives for a value that `compileDecoder` read. */
function plainJson(layout: Layout, data: unknown): unknown {
  const fieldsOf = ({ named, items }: Fields, of: unknown): unknown[] =>
    items.map(({ name, layout: each }, at) =>
      plainJson(each, named ? (of as Record<string, unknown>)[name] : (of as unknown[])[at]),
    );
  switch (layout.kind) {
    case 'string':
      return Buffer.from(data as string).toString('base64');
    case 'option':
    case 'coption': {
      if (isNullable(layout.inner)) return data === null ? null : plainJson(layout.inner, data);
      if (data === null) return [];
      const nested = layout.inner.kind === 'option' || layout.inner.kind === 'coption';
      return [plainJson(layout.inner, nested ? (data as { some: unknown }).some : data)];
    }
    case 'vector':
    case 'array':
      return (data as unknown[]).map((each) => plainJson(layout.inner, each));
    case 'struct':
      return fieldsOf(layout.fields, data);
    case 'enum': {
      const bearing = layout.variants.filter(({ fields }) => fields.items.length > 0);
      if (bearing.length === 0) return data;
      const [name, fields] =
        typeof data === 'string' ? [data] : (Object.entries(data as object)[0] as [string, unknown]);
      return [name, ...bearing.map((one) => (one.name === name ? [fieldsOf(one.fields, fields)] : []))];
    }
    case 'float':
      return layout.bits === 32 ? Math.fround(Number(data)) : Number(data);
    case 'integer':
    case 'bool':
      return `${data}`;
    default:
      return data;
  }
}

/** ClickHouse writes floats in a form of its own. */
function withNumbers(layout: Layout, json: unknown): unknown {
  const all = ({ items }: Fields, of: unknown): unknown[] =>
    items.map((one, at) => withNumbers(one.layout, (of as unknown[])[at]));
  switch (layout.kind) {
    case 'float': {
      const text = String(json).replace('inf', 'Infinity');
      const number = text.includes('nan') ? Number.NaN : Number(text);
      return layout.bits === 32 ? Math.fround(number) : number;
    }
    case 'option':
    case 'coption':
      if (json === null) return null;
      return isNullable(layout.inner)
        ? withNumbers(layout.inner, json)
        : (json as unknown[]).map((each) => withNumbers(layout.inner, each));
    case 'vector':
    case 'array':
      return (json as unknown[]).map((each) => withNumbers(layout.inner, each));
    case 'struct':
      return all(layout.fields, json);
    case 'enum': {
      const bearing = layout.variants.filter(({ fields }) => fields.items.length > 0);
      if (bearing.length === 0) return json;
      const [name, ...arrays] = json as [unknown, ...unknown[][]];
      return [name, ...bearing.map(({ fields }, at) => arrays[at]?.map((each) => all(fields, each)))];
    }
    default:
      return json;
  }
}

/** A decoded account as the values of its columns. */
function columnValues(layout: Layout, data: unknown): unknown[] {
  return layout.kind === 'struct' ? Object.values(data as object) : [data];
}

/** The stored rows of these accounts, each as a list of its columns, and what the decoder says of them. */
async function through(types: readonly Type[], accounts: readonly Buffer[], closed = false) {
  const olap = store;
  if (!olap) throw new Error('the store is not open');
  const { layout } = accountOf(...types);
  const columns = columnsOf(layout);
  const sink = new RowSink();
  const transcode = compileTranscoder(layout, DISCRIMINATOR.length);
  const number = Buffer.alloc(4);
  for (const [at, account] of accounts.entries()) {
    number.writeUInt32LE(at);
    sink.copy(number, 0, 4);
    expect(transcode(account, sink)).toBe(true);
  }
  if (closed) {
    number.writeUInt32LE(accounts.length);
    sink.copy(number, 0, 4);
    const none = defaultColumns(layout);
    sink.copy(none, 0, none.length);
  }
  const declared = columns.map(({ name, type }) => `\`${name}\` ${type}`).join(', ');
  await olap.writer.command({ sql: 'DROP TABLE IF EXISTS account' });
  await olap.writer.command({
    sql: `CREATE TABLE account (row_number UInt32, ${declared}) ENGINE = Memory`,
  });
  await olap.writer.insert('account', {
    columns: [{ name: 'row_number', type: 'UInt32' }, ...columns],
    rows: accounts.length + (closed ? 1 : 0),
    bytes: sink.bytes.subarray(0, sink.length),
  });
  const fields = layout.kind === 'struct' ? layout.fields.items.map((one) => one.layout) : [layout];
  const values = columns.map(({ name }, at) => plainSql(fields[at] as Layout, `\`${name}\``));
  const texts = columns.map(({ name }, at) => jsonSql(fields[at] as Layout, `\`${name}\``));
  const rows = await olap.reader.query(
    {
      sql: `SELECT tuple(${values.join(', ')}) AS data, [${texts.join(', ')}]::Array(String) AS texts FROM account ORDER BY row_number`,
    },
    z.object({ data: z.unknown(), texts: z.array(z.string()) }),
  );
  const decode = compileDecoder(layout, DISCRIMINATOR.length);
  const expected = accounts.map((account, at) => {
    const found = decode(account);
    if (found.kind === 'undecodable') throw new Error(found.reason);
    expect(rows[at]?.texts.map((text) => JSON.parse(text))).toEqual(columnValues(layout, found.data));
    return plainJson(layout, found.data);
  });
  return { stored: rows.map(({ data }) => withNumbers(layout, data)), expected };
}

test('columns have what the decoder reads, for random types and values', async () => {
  const cases = randomTypes.chain((types) => {
    const { layout } = accountOf(...types);
    return fc.array(valuesOf(layout), { minLength: 1, maxLength: 4 }).map((values) => ({ types, values }));
  });
  await fc.assert(
    fc.asyncProperty(cases, fc.uint8Array({ maxLength: 4 }), async ({ types, values }, padding) => {
      const accounts = values.map(({ anchor }) =>
        Buffer.concat([PREFIX, encodedByAnchor(types, 'It', anchor), padding]),
      );
      // The default row is readable too: it says that an account ended.
      const { stored, expected } = await through(types, accounts, true);
      expect(stored.slice(0, accounts.length)).toEqual(expected);
    }),
    { numRuns: 150 },
  );
}, 120_000);

test('refuses the same bytes as the decoder, and writes nothing for them', () => {
  const cases = randomTypes.chain((types) =>
    valuesOf(accountOf(...types).layout).map((value) => ({ types, value })),
  );
  const changes = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 3 });
  fc.assert(
    fc.property(cases, changes, fc.nat({ max: 8 }), ({ types, value }, changed, missing) => {
      const { layout } = accountOf(...types);
      const whole = Buffer.concat([PREFIX, encodedByAnchor(types, 'It', value.anchor)]);
      const bytes = whole.subarray(0, Math.max(PREFIX.length, whole.length - missing));
      for (const [at, byte] of changed) {
        if (bytes.length > PREFIX.length) bytes[PREFIX.length + (at % (bytes.length - PREFIX.length))] = byte;
      }
      const sink = new RowSink();
      const written = compileTranscoder(layout, PREFIX.length)(bytes, sink);
      expect(written).toBe(compileDecoder(layout, PREFIX.length)(bytes).kind === 'decoded');
      if (!written) expect(sink.length).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test('options of COptions, and structs copied from memory, keep their values', async () => {
  const inner = struct('Inner', [field('a', 'u8'), field('b', 'u32'), field('c', 'u8')], {
    serialization: 'bytemuckunsafe',
    repr: { kind: 'c' },
  });
  const types = [
    inner,
    struct('It', [
      field('maybe', { coption: 'pubkey' }),
      field('twice', { option: { option: 'u8' } }),
      field('all', { array: [{ defined: { name: 'Inner' } }, 2] }),
    ]),
  ];
  const key = `${'00'.repeat(31)}07`;
  const all = '01000000 02000000 03000000  04000000 05000000 06000000';
  const hex = [
    `01000000 ${key}  01 01 09  ${all}`,
    `00000000 ${key}  01 00  ${all}`,
    `00000000 ${key}  00  ${all}`,
  ];
  const accounts = hex.map((text) => Buffer.concat([PREFIX, Buffer.from(text.replaceAll(' ', ''), 'hex')]));
  const { stored, expected } = await through(types, accounts);
  expect(stored).toEqual(expected);
});
