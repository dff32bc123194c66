import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import fc from 'fast-check';
import type { SchemaElement } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, describe, expect, test } from 'vitest';
import { parquetRows } from '../../../../core/ledger/ingest/parquet-rows.ts';
import { LONGEST_RECORD } from '../../../../core/ledger/ingest/records.ts';
import { csvRows, ndjsonRows, type PlacedRow } from '../../../../core/ledger/ingest/rows.ts';
import type { RewardEvent } from '../../../../core/rules/rewards.ts';
import { ledgerEvents, wallets } from '../../rules/reward-arbitraries.ts';

const directory = mkdtempSync(join(tmpdir(), 'launchlens-ingest-'));
afterAll(() => rmSync(directory, { recursive: true }));

const NAMES = ['kind', 'record_id', 'program', 'wallet', 'at', 'amount_base_units', 'reason', 'tx_signature'];
const SIGNATURES = {
  first: base58.encode(new Uint8Array(64).fill(1)),
  second: base58.encode(new Uint8Array(64).fill(2)),
};
const [wallet = ''] = wallets;

/** Events as the wire can tell them. */
const tellable = ledgerEvents.map((events) =>
  events.map((event): RewardEvent => {
    if (event.kind === 'priced')
      return { kind: 'priced', recordId: event.recordId, at: event.at, amount: event.amount };
    if (event.kind !== 'paid') return event;
    const { amount: _, ...told } = event;
    return { ...told, txSignature: SIGNATURES[event.txSignature as 'first'] };
  }),
);

function cellsOf(event: RewardEvent): Record<string, bigint | string | null> {
  return {
    ...{ kind: event.kind, record_id: event.recordId, at: new Date(event.at).toISOString() },
    program: event.kind === 'accrued' ? event.program : null,
    wallet: event.kind === 'accrued' ? event.wallet : null,
    amount_base_units: 'amount' in event ? (event.amount ?? null) : null,
    reason: 'reason' in event ? event.reason : null,
    tx_signature: event.kind === 'paid' ? event.txSignature : null,
  };
}

const json = (cells: Record<string, bigint | string | null>): string =>
  `{${Object.entries(cells)
    .map(([name, cell]) => `"${name}":${typeof cell === 'bigint' ? cell : JSON.stringify(cell)}`)
    .join(',')}}`;

async function all(rows: AsyncIterable<PlacedRow>): Promise<PlacedRow[]> {
  const found: PlacedRow[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

/** The same bytes in pieces, so that rows and characters are cut anywhere. */
function* pieces(text: string, size: number): Generator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const good = (events: readonly RewardEvent[]) => events.map((event, index) => ({ line: index + 1, event }));

describe('rows of reward events', () => {
  test('come out of NDJSON as they went in, however the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(tellable, fc.integer({ min: 1, max: 200 }), async (events, size) => {
        const text = events.map((event) => json(cellsOf(event))).join('\n');
        expect(await all(ndjsonRows(pieces(text, size)))).toEqual(good(events));
      }),
    );
  });

  test('come out of CSV as they went in, whatever the order of columns, quotes and line ends', async () => {
    const reason = fc.constantFrom('plain', 'with, comma', 'with "quotes"', 'ä ☃', 'two\nlines', '"');
    await fc.assert(
      fc.asyncProperty(
        ...[tellable, fc.integer({ min: 1, max: 200 }), fc.shuffledSubarray(NAMES, { minLength: 8 }), reason],
        async (drawn, size, names, why) => {
          const events = drawn.map((event) => ('reason' in event ? { ...event, reason: why } : event));
          const cell = (value: bigint | string | null | undefined): string => {
            const text = value?.toString() ?? '';
            return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
          };
          const lines = events.map((event) => names.map((name) => cell(cellsOf(event)[name])).join(','));
          const rows = await all(csvRows(pieces([names.join(','), ...lines, ''].join('\r\n'), size)));
          expect(rows.map(({ event }) => event)).toEqual(events);
        },
      ),
    );
  });

  test('come out of Parquet as they went in, with times as timestamps and as text', async () => {
    await fc.assert(
      fc.asyncProperty(tellable, fc.boolean(), async (events, asText) => {
        fc.pre(events.length > 0);
        const rows = events.map(cellsOf);
        const column = (name: string) => rows.map((row) => row[name] ?? null);
        const path = join(directory, 'events.parquet');
        const time = (text: unknown) => (asText ? text : new Date(String(text)));
        const columnData = NAMES.map((name) => {
          if (name === 'at')
            return { name, data: column(name).map(time), type: asText ? 'STRING' : 'TIMESTAMP' } as const;
          // Parquet's plain 64-bit integers are signed, so the greatest ids and amounts go as text.
          const data = column(name).map((cell) => (typeof cell === 'bigint' ? cell.toString() : cell));
          return { name, data, type: 'STRING' } as const;
        });
        writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData })));
        expect(await all(parquetRows(path))).toEqual(good(events));
      }),
      { numRuns: 25 },
    );
  });

  test('may have 64-bit integers in Parquet', async () => {
    const path = join(directory, 'integers.parquet');
    const columnData = [
      { name: 'kind', data: ['priced'], type: 'STRING' as const },
      { name: 'record_id', data: [17n], type: 'INT64' as const },
      { name: 'at', data: [new Date('2026-10-01T00:00:00.005Z')], type: 'TIMESTAMP' as const },
      { name: 'amount_base_units', data: [2n ** 62n], type: 'INT64' as const },
    ];
    writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData })));
    const event = { kind: 'priced', recordId: 17n, at: Date.UTC(2026, 9, 1, 0, 0, 0, 5), amount: 2n ** 62n };
    expect(await all(parquetRows(path))).toEqual([{ line: 1, event }]);
  });

  test.each([
    ['MICROS', 1_000n],
    ['NANOS', 1_000_000n],
  ] as const)('may have Parquet times in %s, of which nothing is cut off', async (unit, perMs) => {
    // Given two rows, the second of which is one unit later than a millisecond
    const ms = Date.UTC(2026, 9, 1, 0, 0, 0, 5);
    const times = [BigInt(ms) * perMs, BigInt(ms) * perMs + 1n];
    const required = { repetition_type: 'REQUIRED' as const };
    const schema: SchemaElement[] = [
      { name: 'root', num_children: 4 },
      { ...required, name: 'kind', type: 'BYTE_ARRAY', converted_type: 'UTF8' },
      { ...required, name: 'record_id', type: 'INT64' },
      {
        ...required,
        name: 'at',
        type: 'INT64',
        logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit },
      },
      { ...required, name: 'amount_base_units', type: 'INT64' },
    ];
    const columnData = [
      { name: 'kind', data: ['priced', 'priced'] },
      { name: 'record_id', data: [1n, 2n] },
      { name: 'at', data: times },
      { name: 'amount_base_units', data: [7n, 7n] },
    ];
    const path = join(directory, `${unit}.parquet`);
    writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData, schema })));
    expect(await all(parquetRows(path))).toEqual([
      { line: 1, event: { kind: 'priced', recordId: 1n, at: ms, amount: 7n } },
      { line: 2, fault: 'at must have no more than milliseconds' },
    ]);
  });

  test('of a file that is no Parquet, or has a foreign column, are refused with the name of the file', async () => {
    const path = join(directory, 'other.parquet');
    writeFileSync(path, 'no parquet');
    await expect(all(parquetRows(path))).rejects.toMatchObject({ code: 'REWARD_FILE_UNREADABLE' });
    const columnData = [{ name: 'amount', data: ['1'], type: 'STRING' as const }];
    writeFileSync(path, new Uint8Array(parquetWriteBuffer({ columnData })));
    await expect(all(parquetRows(path))).rejects.toThrow('"amount"');
  });
});

describe('a row that is no reward event', () => {
  const accrued = `"kind":"accrued","record_id":1,"at":"2026-10-01T00:00:00Z","program":"season","wallet":"${wallet}"`;
  test.each([
    ['no json', 'it is not JSON'],
    ['[]', 'it is no object'],
    ['{}', 'kind must be one of'],
    ['{"kind":"burned","record_id":1,"at":"2026-10-01T00:00:00Z"}', 'kind must be one of'],
    [`{${accrued.replace('"record_id":1,', '')}}`, 'record_id must be a whole number'],
    [`{${accrued.replace(':1,', ':-1,')}}`, 'record_id must be a whole number'],
    [`{${accrued.replace(':1,', ':1.5,')}}`, 'record_id must be a whole number'],
    [`{${accrued.replace(':1,', ':18446744073709551616,')}}`, 'record_id must be a whole number'],
    [`{${accrued.replace('season', 'Season')}}`, 'program must be one of'],
    [`{${accrued.replace(wallet, 'wallet')}}`, 'wallet: a base58 public key'],
    [`{${accrued.replace('2026-10-01T00:00:00Z', '2026-10-01')}}`, 'at must be an RFC 3339 time'],
    [`{${accrued.replace('2026-10-01T00', '2026-02-30T00')}}`, 'at must be an RFC 3339 time'],
    [`{${accrued.replace('00:00Z', '00:00.0005Z')}}`, 'at must have no more than milliseconds'],
    [`{${accrued.replace('2026', '1969')}}`, 'at must lie between'],
    [`{${accrued},"amount_base_units":-5}`, 'amount_base_units must be a whole number'],
    [`{${accrued.replace('season', 'clone')},"amount_base_units":5}`, 'amount_base_units must be null'],
    [`{${accrued},"amount":5}`, 'it has no amount'],
    [`{${accrued},"tx_signature":"x"}`, 'it has no tx_signature'],
    ...[
      ['priced', '"amount_base_units":1,"reason":"x"', 'reason'],
      ['held', '"amount_base_units":1', 'amount_base_units'],
      ['released', '"program":"season"', 'program'],
      ['voided', '"tx_signature":"x"', 'tx_signature'],
      ['paid', `"tx_signature":"${SIGNATURES.first}","amount_base_units":1`, 'amount_base_units'],
    ].map(([kind, fields, name]): [string, string] => [
      `{"kind":"${kind}","record_id":1,"at":"2026-10-01T00:00:00Z",${fields}}`,
      `it has no ${name}`,
    ]),
    [
      '{"kind":"priced","record_id":1,"at":"2026-10-01T00:00:00Z"}',
      'amount_base_units must be a whole number',
    ],
    ['{"kind":"paid","record_id":1,"at":"2026-10-01T00:00:00Z"}', 'tx_signature is missing'],
    [
      '{"kind":"paid","record_id":1,"at":"2026-10-01T00:00:00Z","tx_signature":"x"}',
      'tx_signature must be base58',
    ],
  ])('%s says why, with its line', async (row, fault) => {
    const good = `{${accrued}}`;
    const rows = await all(ndjsonRows([Buffer.from(`${good}\n\n${row}\r\n${good}`)]));
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 4]);
    expect(rows[1]?.fault).toContain(fault);
    for (const at of [0, 2]) expect(rows[at]?.event).toMatchObject({ kind: 'accrued', recordId: 1n });
  });

  test('of bytes that are no text, or of endless length, is bounded and named too', async () => {
    const bytes = Buffer.concat([
      Buffer.from([0xff, 0x0a]),
      Buffer.alloc(LONGEST_RECORD + 1, 0x61),
      Buffer.from('\n{}'),
    ]);
    const faults = (await all(ndjsonRows([bytes]))).map(({ line, fault }) => [line, fault]);
    expect(faults).toEqual([
      [1, 'it is not UTF-8'],
      [2, `it is longer than ${LONGEST_RECORD} bytes`],
      [3, expect.stringContaining('kind must be')],
    ]);
  });

  test('in CSV is named by its line, also behind a row that spans two', async () => {
    const text =
      'kind,record_id,at,reason\nheld,1,2026-10-01T00:00:00Z,"two\nlines"\nheld,1\nheld,x,2026-10-01T00:00:00Z,"a"b\n';
    const rows = await all(csvRows([Buffer.from(text)]));
    expect(rows.map(({ line, fault }) => [line, fault])).toEqual([
      [2, undefined],
      [4, 'it has 2 fields, and the header names 4'],
      [5, 'its quotes are not those of CSV'],
    ]);
  });

  test.each([
    ['kind,record_id,at,price', 'the header names "price", which no row has'],
    ['kind,kind,record_id,at', 'the header names a column twice'],
    ['kind,at', 'the header does not name record_id'],
  ])('is the header %s of a CSV', async (header, fault) => {
    expect(await all(csvRows([Buffer.from(`${header}\nheld,1,x,y\n`)]))).toEqual([{ line: 1, fault }]);
  });
});
