import { ColumnBlock } from '../../../../core/olap/native/column-block.ts';
import { defineLayout } from '../../../../core/olap/native/layout.ts';

/** One column of every storable type. */
export const everyType = defineLayout({
  tiny: 'UInt8',
  flag: 'Bool',
  small: 'UInt32',
  big: 'UInt64',
  signed: 'Int64',
  huge: 'UInt128',
  key: 'FixedString(32)',
  tail: 'FixedString(120)',
  text: 'String',
  maybe_signed: 'Nullable(Int64)',
  maybe_big: 'Nullable(UInt64)',
  role: "Enum8('escrow' = 1, 'vault' = 2)",
  at: "DateTime64(3, 'UTC')",
  second_text: 'String',
});

export type EveryTypeColumn = keyof typeof everyType.byName;

/** The table that holds `everyType`, as ClickHouse declares it. */
export const EVERY_TYPE_COLUMNS = everyType.columns.map(({ name, type }) => `${name} ${type}`).join(', ');

export const newBlock = (capacity?: number): ColumnBlock<EveryTypeColumn> =>
  new ColumnBlock(everyType, capacity === undefined ? {} : { capacity });

export const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index));
export const TAIL = Buffer.from(Array.from({ length: 120 }, (_, index) => (index * 7) % 256));

export const LOWEST = {
  tiny: 0,
  flag: false,
  small: 0,
  big: 0n,
  signed: -(2n ** 63n),
  huge: 0n,
  key: Buffer.alloc(32),
  tail: Buffer.alloc(120),
  text: '',
  maybe_signed: -(2n ** 63n),
  maybe_big: 0n,
  role: 1,
  at: 0n,
  second_text: Buffer.from([0, 255, 10]),
} as const;

export const HIGHEST = {
  tiny: 255,
  flag: true,
  small: 0xffff_ffff,
  big: 2n ** 64n - 1n,
  signed: 2n ** 63n - 1n,
  huge: 2n ** 128n - 1n,
  key: KEY,
  tail: TAIL,
  text: 'é'.repeat(10_000),
  maybe_signed: 2n ** 63n - 1n,
  maybe_big: 2n ** 64n - 1n,
  role: 2,
  at: 1_790_000_000_123n,
  second_text: 'x'.repeat(127),
} as const;

export const NULLS = { ...HIGHEST, maybe_signed: null, maybe_big: null, text: 'y'.repeat(128) } as const;
