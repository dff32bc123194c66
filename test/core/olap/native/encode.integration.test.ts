import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Session } from 'chdb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendRow } from '../../../../core/olap/native/append-row.ts';
import type { ColumnBlock } from '../../../../core/olap/native/column-block.ts';
import { encodeNative } from '../../../../core/olap/native/encode.ts';
import { EVERY_TYPE_COLUMNS, everyType, HIGHEST, KEY, LOWEST, NULLS, newBlock, TAIL } from './every-type.ts';

const directory = mkdtempSync(join(tmpdir(), 'native-'));
let session: Session;

beforeAll(() => {
  session = new Session(join(directory, 'store'));
  session.query('CREATE DATABASE native');
});

afterAll(() => {
  session.cleanup();
  rmSync(directory, { recursive: true, force: true });
});

describe('a block in the Native format', () => {
  test('is read back by ClickHouse with every value at its extremes', () => {
    const block = newBlock();
    for (const row of [LOWEST, HIGHEST, NULLS]) appendRow(block, row);
    insert('extremes', block);
    expect(
      rows('SELECT tiny, flag, small, toString(big) b, toString(signed) s, toString(huge) h FROM extremes'),
    ).toEqual([
      { tiny: 0, flag: false, small: 0, b: '0', s: '-9223372036854775808', h: '0' },
      ...[1, 2].map(() => ({
        tiny: 255,
        flag: true,
        small: 4294967295,
        b: '18446744073709551615',
        s: '9223372036854775807',
        h: '340282366920938463463374607431768211455',
      })),
    ]);
    expect(rows('SELECT hex(key) k, hex(tail) t, length(text) n, hex(second_text) s FROM extremes')).toEqual([
      { k: '00'.repeat(32), t: '00'.repeat(120), n: '0', s: '00FF0A' },
      { k: hex(KEY), t: hex(TAIL), n: '20000', s: '78'.repeat(127) },
      { k: hex(KEY), t: hex(TAIL), n: '128', s: '78'.repeat(127) },
    ]);
    expect(
      rows('SELECT toString(maybe_signed) s, toString(maybe_big) b, role, toString(at) at FROM extremes'),
    ).toEqual([
      { s: '-9223372036854775808', b: '0', role: 'escrow', at: '1970-01-01 00:00:00.000' },
      { s: '9223372036854775807', b: '18446744073709551615', role: 'vault', at: '2026-09-21 14:13:20.123' },
      { s: null, b: null, role: 'vault', at: '2026-09-21 14:13:20.123' },
    ]);
  });

  test('of no rows leaves the table empty', () => {
    insert('nothing', newBlock());
    expect(rows('SELECT count() AS n FROM nothing')).toEqual([{ n: '0' }]);
  });

  test('of a hundred thousand rows arrives whole', () => {
    const count = 100_000;
    const block = newBlock();
    const { big, key, text, maybe_signed, role } = everyType.byName;
    for (let index = 0; index < count; index += 1) {
      const row = block.addRow();
      block.setI64(big, row, BigInt(index));
      block.setBytes(key, row, KEY);
      block.setString(text, row, Buffer.from(String(index)));
      block.setU8(role, row, 1 + (index % 2));
      if (index % 2) block.setI64(maybe_signed, row, -BigInt(index));
    }
    insert('many', block);
    expect(
      rows(`SELECT count() AS n, uniqExact(big) AS ids, toString(sum(maybe_signed)) AS total,
        countIf(text = toString(big)) AS texts, countIf(isNull(maybe_signed) AND role = 'escrow') AS nulls,
        countIf(hex(key) = '${hex(KEY)}') AS keys FROM many`),
    ).toEqual([
      { n: '100000', ids: '100000', total: '-2500000000', texts: '100000', nulls: '50000', keys: '100000' },
    ]);
  });
});

function insert(table: string, block: ColumnBlock): void {
  const file = join(directory, `${table}.native`);
  writeFileSync(file, Buffer.concat(encodeNative(block)));
  session.query(`CREATE TABLE native.${table} (${EVERY_TYPE_COLUMNS}) ENGINE = Memory`);
  session.query(`INSERT INTO native.${table} SELECT * FROM file('${file}', 'Native')`);
}

function rows(select: string): unknown[] {
  const answer = session.query(
    `${select.replace(/FROM (\w+)/, 'FROM native.$1')} SETTINGS output_format_json_quote_64bit_integers = 1`,
    'JSONEachRow',
  );
  return answer
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}
