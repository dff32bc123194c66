import { describe, expect, test } from 'vitest';
import { readOptions, splitOptions } from '../../../verifier/anchor/options.ts';
import { sampleOf } from '../../../verifier/anchor/sample.ts';
import { testKey } from '../../support/verifier/launch-bytes.ts';

const [KEY, OTHER] = [testKey('one').toBase58(), testKey('another').toBase58()];
const REQUIRED = ['--program', 'vault', '--idl', 'vault.json'];
const read = (...argv: string[]) => readOptions(splitOptions(argv), () => 5);

describe('the options', () => {
  test('have the addresses of the demo by default, and check everything', () => {
    expect(read(...REQUIRED)).toEqual({
      ...{ program: 'vault', idl: 'vault.json', type: undefined, scope: { kind: 'all' } },
      ...{
        api: 'http://127.0.0.1:8080',
        rpc: 'http://127.0.0.1:8899',
        commitment: 'confirmed',
        timeoutMs: 30_000,
      },
    });
  });

  test('name accounts, each once', () => {
    const { scope } = read(...REQUIRED, '--account', `${KEY},${OTHER}, ${KEY}`);
    expect(scope).toEqual({ kind: 'named', addresses: [KEY, OTHER] });
  });

  test('sample with the given seed, or a new one', () => {
    expect(read(...REQUIRED, '--sample', '3', '--seed', '0').scope).toEqual({
      kind: 'sample',
      size: 3,
      seed: 0,
    });
    expect(read(...REQUIRED, '--sample', '3').scope).toEqual({ kind: 'sample', size: 3, seed: 5 });
  });

  test.each([
    ['no program', ['--idl', 'x'], '--program is required'],
    ['no IDL', ['--program', 'x'], '--idl is required'],
    ['an address that is none', [...REQUIRED, '--account', 'abc'], '--account must be base58 public keys'],
    ['a seed without a sample', [...REQUIRED, '--seed', '1'], '--seed needs --sample'],
    ['a sample of named accounts', [...REQUIRED, '--sample', '1', '--account', KEY], 'exclude each other'],
    ['a sample of nothing', [...REQUIRED, '--sample', '0'], '--sample must be a number of accounts from 1'],
    ['an option of the other verifier', [...REQUIRED, '--wallet', KEY], 'unknown option "--wallet"'],
  ])('refuse %s in one line', (_, argv, message) => {
    expect(() => read(...argv)).toThrow(message);
  });
});

describe('a sample', () => {
  const items = Array.from({ length: 100 }, (_, at) => at);

  test('is the same for the same seed, without repetition', () => {
    const sample = sampleOf(items, 30, 7);
    expect(sampleOf(items, 30, 7)).toEqual(sample);
    expect(new Set(sample).size).toBe(30);
    expect(sampleOf(items, 30, 8)).not.toEqual(sample);
  });

  test('of more than there is is everything', () => {
    expect([...sampleOf(items, 1_000, 1)].sort((a, b) => a - b)).toEqual(items);
  });
});
