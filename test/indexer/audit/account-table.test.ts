import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AccountTable, accountDigest } from '../../../indexer/audit/account-table.ts';

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
/** Addresses that agree in their first bytes, where the fast sort cannot tell them apart. */
const alike = fc.uint8Array({ minLength: 2, maxLength: 2 }).map((end) => {
  const bytes = new Uint8Array(32).fill(7);
  bytes.set(end, 30);
  return bytes;
});

describe('a table of accounts', () => {
  test('digests address and account digest by ascending address, whatever the order of coming', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(key, alike), key), { maxLength: 300 }), (accounts) => {
        const table = new AccountTable();
        const last = new Map<string, Buffer>();
        for (const [address, digest] of accounts) {
          table.set(address, digest);
          last.set(Buffer.from(address).toString('hex'), Buffer.from(digest));
        }
        const hash = createHash('sha256');
        for (const [address, digest] of [...last].sort(([a], [b]) => (a < b ? -1 : 1)))
          hash.update(address, 'hex').update(digest);
        expect(table.size).toBe(last.size);
        expect(table.digestOfAll(() => true)).toEqual(hash.digest());
      }),
    );
  });

  test('leaves out what does not count', () => {
    const [counted, left] = [randomBytes(32), randomBytes(32)];
    const both = new AccountTable();
    const one = new AccountTable();
    for (const table of [both, one]) table.set(counted, Buffer.alloc(32, 1));
    both.set(left, Buffer.alloc(32, 2));

    expect(both.digestOfAll((address) => address.equals(counted))).toEqual(one.digestOfAll(() => true));
  });

  test('takes SHA-256 over data and lamports for an account', () => {
    const expected = createHash('sha256')
      .update(Buffer.of(1, 2, 3, 5, 0, 0, 0, 0, 0, 0, 0))
      .digest();
    expect(accountDigest({ data: Buffer.of(1, 2, 3), lamports: 5n })).toEqual(expected);
  });
});
