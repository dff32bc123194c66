import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { ColumnBlock } from '../../core/olap/native/column-block.ts';
import type { BlockLayout, Column } from '../../core/olap/native/layout.ts';
import { columnType } from '../../idl/account-columns.ts';
import { type AccountLayout, accountLayout, type FieldLayout } from '../../idl/layout.ts';
import type { Idl } from '../../idl/schema.ts';
import { LAUNCH_STATUSES } from '../../schemas/launch-statuses.ts';
import { KIND } from '../model/slot-buffer.ts';
import { LAUNCH_VERSIONS, PLEDGE_VERSIONS } from '../model/tables.ts';
import type { QuarantineReason } from './quarantine.ts';

/** Copies every field of the account whose bytes begin at `at` to its column of `row`. */
type RowWriter = (source: DataView, at: number, block: ColumnBlock, row: number) => void;

/**
 * Compiles the copy of one account layout into one table: straight-line code that moves 8-byte words, because
 * Borsh and ClickHouse's Native format use the same little-endian bytes. Only numbers from the two layouts go
 * into the code.
 * @throws DECODE_COLUMN_MISMATCH when a field has no column of its type.
 */
export function compileRowWriter(account: AccountLayout, table: BlockLayout): RowWriter {
  const code = [
    '"use strict";',
    'const { view, words, capacity } = block;',
    'const eighth = capacity >>> 3;',
    'let into = 0;',
    ...account.fields.flatMap((field) => copyCode(field, columnFor(account, field, table))),
  ];
  return new Function('source', 'at', 'block', 'row', code.join('\n')) as RowWriter;
}

function copyCode({ offset, size }: FieldLayout, { prefix, storage: { width } }: Column): string[] {
  // A column of whole words is written through the word array, a fifth faster than the data view; `| 0` tells the
  // engine that offsets are small, which saves a check per move.
  return size % 8 === 0
    ? [`into = eighth * ${prefix} + row * ${width / 8};`, ...wordMoves(offset, size)]
    : [`into = capacity * ${prefix} + row * ${width};`, ...narrowMoves(offset, size)];
}

function wordMoves(offset: number, size: number): string[] {
  return Array.from(
    { length: size / 8 },
    (_, word) => `words[(into + ${word}) | 0] = source.getBigUint64((at + ${offset + word * 8}) | 0, true);`,
  );
}

function narrowMoves(offset: number, size: number): string[] {
  const moves: string[] = [];
  for (let done = 0; done < size; ) {
    const bits = [64, 32, 16, 8].find((width) => width / 8 <= size - done) ?? 8;
    const type = bits === 64 ? 'BigUint64' : `Uint${bits}`;
    moves.push(`view.set${type}(into + ${done}, source.get${type}(at + ${offset + done}, true), true);`);
    done += bits / 8;
  }
  return moves;
}

function columnFor(account: AccountLayout, field: FieldLayout, table: BlockLayout): Column {
  const column = table.byName[field.name];
  if (column !== undefined && column.type === columnType(field)) return column;
  throw new LaunchlensError('DECODE_COLUMN_MISMATCH', {
    account: account.name,
    field: field.name,
    type: field.type,
    column: column?.type ?? 'no such column',
  });
}

/** A byte whose valid values are fewer than its type allows. */
interface ByteLimit {
  readonly offset: number;
  readonly max: number;
  readonly reason: QuarantineReason;
}

/** One account type of the program: how it is recognised, validated and written to its table. */
export interface AccountCodec {
  readonly kind: typeof KIND.launch | typeof KIND.pledge;
  readonly size: number;
  readonly layout: AccountLayout;
  /** The discriminator as two little-endian words. */
  readonly low: number;
  readonly high: number;
  /** Why bytes of the right size and discriminator at `at` are not a valid account of this type. */
  readonly refusal: (bytes: DataView, at: number) => QuarantineReason | undefined;
  readonly write: RowWriter;
}

/** @throws IDL_ACCOUNT_UNKNOWN, IDL_TYPE_UNSUPPORTED, DECODE_COLUMN_MISMATCH */
export function compileCodecs(idl: Idl): readonly AccountCodec[] {
  return [
    compileCodec(KIND.launch, accountLayout(idl, 'LaunchConfig'), LAUNCH_VERSIONS),
    compileCodec(KIND.pledge, accountLayout(idl, 'Pledge'), PLEDGE_VERSIONS),
  ];
}

function compileCodec(kind: AccountCodec['kind'], layout: AccountLayout, table: BlockLayout): AccountCodec {
  const { buffer, byteOffset, byteLength } = layout.discriminator;
  const discriminator = new DataView(buffer, byteOffset, byteLength);
  return {
    kind,
    size: layout.size,
    layout,
    low: discriminator.getInt32(0, true),
    high: discriminator.getInt32(4, true),
    refusal: compileRefusal(layout.fields.flatMap(({ name, type, offset }) => limitOf(name, type, offset))),
    write: compileRowWriter(layout, table),
  };
}

/** Borsh allows 0 and 1 in a bool; the specification gives a launch the statuses 0 to 4. */
function limitOf(name: string, type: string, offset: number): readonly ByteLimit[] {
  if (type === 'bool') return [{ offset, max: 1, reason: 'bad_bool' }];
  if (name === 'status') return [{ offset, max: LAUNCH_STATUSES.length - 1, reason: 'bad_status' }];
  return [];
}

/** Straight-line code like the row writer's: the check runs on every account. */
function compileRefusal(limits: readonly ByteLimit[]): AccountCodec['refusal'] {
  const code = limits.map(
    ({ offset, max, reason }) => `if (bytes.getUint8(at + ${offset}) > ${max}) return '${reason}';`,
  );
  return new Function('bytes', 'at', ['"use strict";', ...code].join('\n')) as AccountCodec['refusal'];
}
