import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import { defineLayout } from '../../../core/olap/native/layout.ts';

/** A pledge version without the opaque bytes: 177 bytes a row. */
export const PLEDGES = defineLayout({
  address: 'FixedString(32)',
  launch_id: 'UInt64',
  pledger: 'FixedString(32)',
  slot: 'UInt64',
  write_version: 'UInt64',
  amount: 'UInt64',
  tokens_released: 'UInt64',
  refunded: 'UInt8',
  pledged_ts: 'Int64',
  signature: 'FixedString(64)',
});

const KEYS = 4_096;
const keys = Array.from({ length: KEYS }, (_, n) => createHash('sha256').update(`wallet ${n}`).digest());
const texts = keys.map((key) => base58.encode(key));
const signatures = keys.map((key) => createHash('sha512').update(key).digest());
const signatureTexts = signatures.map((bytes) => base58.encode(bytes));

/** Row `n` as it would be built for a client: keys as base58, integers as text. */
export function objectRow(n: number): object {
  return {
    address: texts[(n * 7) % KEYS],
    launch_id: String(n % 1_000),
    pledger: texts[n % KEYS],
    slot: String(300_000_000 + n),
    write_version: String(n),
    amount: (BigInt(n) * 1_000_003n).toString(),
    tokens_released: '0',
    refunded: n % 2,
    pledged_ts: String(1_790_000_000 + n),
    signature: signatureTexts[n % KEYS],
  };
}

/** The same rows as the indexer holds them. */
export function columnRows(from: number, count: number): ColumnBlock {
  const block = new ColumnBlock(PLEDGES, { capacity: count });
  const { byName } = PLEDGES;
  const empty = Buffer.alloc(64);
  for (let n = from; n < from + count; n += 1) {
    const row = block.addRow();
    block.setBytes(byName.address, row, keys[(n * 7) % KEYS] ?? empty);
    block.setI64(byName.launch_id, row, BigInt(n % 1_000));
    block.setBytes(byName.pledger, row, keys[n % KEYS] ?? empty);
    block.setI64(byName.slot, row, BigInt(300_000_000 + n));
    block.setI64(byName.write_version, row, BigInt(n));
    block.setI64(byName.amount, row, BigInt(n) * 1_000_003n);
    block.setU8(byName.refunded, row, n % 2);
    block.setI64(byName.pledged_ts, row, BigInt(1_790_000_000 + n));
    block.setBytes(byName.signature, row, signatures[n % KEYS] ?? empty);
  }
  return block;
}
