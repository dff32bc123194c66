import { describe, expect, test } from 'vitest';
import { Samples } from '../../../indexer/audit/samples.ts';
import type { ChainAccount } from '../../../indexer/model/chain-read.ts';

const account = (amount: number): ChainAccount => ({
  pubkey: 'key',
  owner: 'owner',
  lamports: 1n,
  data: Buffer.of(amount),
});

/** Readings of one key as [slot, amount]; no amount where the account did not exist. */
function samplesOf(readings: readonly (readonly [slot: bigint, amount?: number])[]): Samples {
  const samples = new Samples();
  for (const [slot, amount] of readings) {
    const value = [{ pubkey: 'key', account: amount === undefined ? undefined : account(amount) }];
    samples.add([{ slot, value }]);
  }
  return samples;
}

describe('readings of one account', () => {
  test('tell its state at a slot at which one was answered', () => {
    expect(
      samplesOf([
        [9n, 1],
        [10n, 2],
        [11n, 3],
      ]).at('key', 10n)?.account,
    ).toEqual(account(2));
  });

  test('tell it where nothing changed between the nearest below and the nearest above', () => {
    expect(
      samplesOf([
        [5n, 7],
        [9n, 1],
        [12n, 1],
        [20n, 8],
      ]).at('key', 10n),
    ).toEqual({ slot: 10n, account: account(1) });
    expect(samplesOf([[9n], [12n]]).at('key', 10n)).toEqual({ slot: 10n, account: undefined });
  });

  test.each([
    [
      'it changed in between',
      [
        [9n, 1],
        [11n, 2],
      ],
    ],
    ['it came about in between', [[9n], [11n, 2]]],
    ['it ended in between', [[9n, 1], [11n]]],
    [
      'none is from below',
      [
        [11n, 1],
        [12n, 1],
      ],
    ],
    [
      'none is from above',
      [
        [8n, 1],
        [9n, 1],
      ],
    ],
    ['there is none', []],
  ] as const)('tell nothing where %s', (_case, readings) => {
    expect(samplesOf(readings).at('key', 10n)).toBeUndefined();
  });
});
