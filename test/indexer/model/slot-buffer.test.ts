import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeNative } from '../../../core/olap/native/encode.ts';
import { KIND, type Kind, SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { MINT_VERSIONS, PLEDGE_VERSIONS, QUARANTINE } from '../../../indexer/model/tables.ts';
import { accountView, keyOf } from '../../support/account-view.ts';

const OWNER = keyOf('owner');
const SIGNATURE = Buffer.alloc(64, 9);
const U64_MAX = 2n ** 64n - 1n;

const view = (label: string, writeVersion: bigint) =>
  accountView({ pubkey: keyOf(label), owner: OWNER, data: Buffer.alloc(0), writeVersion });

/** Everything the buffer holds, as text that does not depend on the order of rows. */
function contentOf(buffer: SlotBuffer): string[] {
  const blocks = [
    buffer.launches,
    buffer.pledges,
    buffer.tokenAccounts,
    buffer.mints,
    buffer.quarantine,
    buffer.accounts,
  ];
  return blocks
    .flatMap((block, kind) =>
      Array.from({ length: block.rows }, (_, row) => {
        const { address, write_version } = block.layout.byName;
        return `${kind} ${block.bytes(address, row).toString('hex')} ${block.u64(write_version, row)}`;
      }),
    )
    .sort();
}

describe('a slot buffer', () => {
  test('writes what every account row has in common', () => {
    const buffer = new SlotBuffer();
    const row = buffer.row(
      KIND.pledge,
      accountView({
        pubkey: keyOf('pledge'),
        owner: OWNER,
        data: Buffer.alloc(0),
        slot: U64_MAX,
        lamports: U64_MAX - 1n,
        writeVersion: U64_MAX - 2n,
        signature: SIGNATURE,
      }),
    );
    const { address, slot, lamports, write_version, signature, closed } = PLEDGE_VERSIONS.byName;
    const block = buffer.pledges;
    expect(block.bytes(address, row)).toEqual(keyOf('pledge'));
    expect(block.u64(slot, row)).toBe(U64_MAX);
    expect(block.u64(lamports, row)).toBe(U64_MAX - 1n);
    expect(block.u64(write_version, row)).toBe(U64_MAX - 2n);
    expect(block.bytes(signature, row)).toEqual(SIGNATURE);
    expect(block.u8(closed, row)).toBe(0);
  });

  test('has one row for an account and takes only newer writes of it', () => {
    const buffer = new SlotBuffer();
    expect(buffer.row(KIND.pledge, view('a', 5n))).toBe(0);
    expect(buffer.row(KIND.pledge, view('b', 1n))).toBe(1);
    expect(buffer.row(KIND.pledge, view('a', 4n))).toBe(-1);
    expect(buffer.row(KIND.pledge, view('a', 5n))).toBe(-1);
    expect(buffer.row(KIND.pledge, view('a', 6n))).toBe(0);
    expect(buffer.rows).toBe(2);
  });

  test.each([
    [2n ** 32n, 2n ** 32n - 1n],
    [2n ** 63n, 2n ** 63n - 1n],
    [U64_MAX, 0n],
  ])('knows that write version %d is newer than %d', (newer, older) => {
    const buffer = new SlotBuffer();
    buffer.row(KIND.mint, view('a', older));
    expect(buffer.row(KIND.mint, view('a', newer))).toBe(0);
    expect(buffer.row(KIND.mint, view('a', older))).toBe(-1);
  });

  test('ends the same in whatever order writes of whatever kind arrive', () => {
    const write = fc.record({
      label: fc.constantFrom('a', 'b', 'c', 'd'),
      kind: fc.constantFrom<Kind>(...Object.values(KIND)),
    });
    const shuffled = fc.array(write, { maxLength: 30 }).chain((writes) => {
      const numbered = writes.map((each, index) => ({ ...each, version: BigInt(index) }));
      return fc.tuple(fc.constant(numbered), fc.shuffledSubarray(numbered, { minLength: writes.length }));
    });
    fc.assert(
      fc.property(shuffled, ([inOrder, anyOrder]) => {
        const [first, second] = [inOrder, anyOrder].map((writes) => {
          const buffer = new SlotBuffer();
          for (const { label, kind, version } of writes) buffer.row(kind, view(label, version));
          return buffer;
        });
        const last = new Map(inOrder.map(({ label, kind, version }) => [label, { kind, version }]));
        const expected = [...last]
          .map(([label, { kind, version }]) => `${kind} ${keyOf(label).toString('hex')} ${version}`)
          .sort();
        expect(first && contentOf(first)).toEqual(expected);
        expect(second && contentOf(second)).toEqual(expected);
        expect(first?.rows).toBe(last.size);
      }),
      { numRuns: 100 },
    );
  });

  test('leaves nothing of an older write in a closed row', () => {
    const buffer = new SlotBuffer();
    const { amount, tail, closed, signature } = PLEDGE_VERSIONS.byName;
    const row = buffer.row(KIND.pledge, view('a', 1n));
    buffer.pledges.setI64(amount, row, 77n);
    buffer.pledges.setBytes(tail, row, Buffer.alloc(64, 1));
    expect(buffer.closedRow(KIND.pledge, view('a', 2n))).toBe(row);
    expect(buffer.pledges.u64(amount, row)).toBe(0n);
    expect(buffer.pledges.bytes(tail, row)).toEqual(Buffer.alloc(64));
    expect(buffer.pledges.bytes(signature, row)).toEqual(Buffer.alloc(64));
    expect(buffer.pledges.u8(closed, row)).toBe(1);
    expect(buffer.closedRow(KIND.pledge, view('a', 2n))).toBe(-1);
  });

  test('is empty and as good as new after a reset', () => {
    const used = new SlotBuffer();
    for (let index = 0; index < 300; index += 1) {
      const mint = used.row(KIND.mint, view(`mint ${index}`, 3n));
      used.mints.setString(MINT_VERSIONS.byName.data, mint, Buffer.alloc(90, index));
      const bad = used.row(KIND.quarantine, view(`bad ${index}`, 3n));
      used.quarantine.setString(QUARANTINE.byName.data, bad, Buffer.alloc(40, index));
    }
    used.reset();
    expect(used.rows).toBe(0);
    const fresh = new SlotBuffer();
    for (const buffer of [used, fresh]) {
      buffer.closedRow(KIND.mint, view('a', 1n));
      buffer.closedRow(KIND.pledge, view('b', 1n));
    }
    expect(Buffer.concat(encodeNative(used.mints))).toEqual(Buffer.concat(encodeNative(fresh.mints)));
    expect(Buffer.concat(encodeNative(used.pledges))).toEqual(Buffer.concat(encodeNative(fresh.pledges)));
  });

  test('holds thirty thousand accounts of one slot, each once', () => {
    const buffer = new SlotBuffer();
    const count = 30_000;
    for (const version of [1n, 2n]) {
      for (let index = 0; index < count; index += 1) buffer.row(KIND.pledge, view(`p${index}`, version));
    }
    expect(buffer.pledges.rows).toBe(count);
    expect(buffer.row(KIND.pledge, view(`p${count - 1}`, 2n))).toBe(-1);
    expect(buffer.pledges.bytes(PLEDGE_VERSIONS.byName.address, 777)).toEqual(keyOf('p777'));
  });
});
