import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { base58 } from '@scure/base';
import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { refuseSecrets, SECRET_SEARCH } from '../../../core/kernel/secret-shapes.ts';

const seed = createHash('sha256').update('a seed').digest();
const pair = Buffer.concat([seed, ed25519.getPublicKey(seed)]);
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

function found(value: unknown, hexKeys = false): boolean {
  return refusalOf(value, hexKeys) === 'SECRET_REFUSED';
}

function refusalOf(value: unknown, hexKeys = false): string | undefined {
  try {
    refuseSecrets(value, { hexKeys });
  } catch (error) {
    if (isLaunchlensError(error)) return error.code;
    throw error;
  }
  return undefined;
}

describe('something shaped like a secret', () => {
  test.for<[string, unknown]>([
    ['a key pair in base58', base58.encode(pair)],
    ['a key pair in base58 within a sentence', `my key is ${base58.encode(pair)}, keep it`],
    ['a key pair in base64', pair.toString('base64')],
    ['a key pair in hex', pair.toString('hex')],
    ['a key pair as numbers', [...pair]],
    ['a key pair as the text of a file', JSON.stringify([...pair])],
    ['a seed as numbers', [...seed]],
    ['a seed phrase', phrase],
    [
      'a seed phrase by lines and numbers',
      phrase
        .split(' ')
        .map((word, at) => `${at + 1}. ${word}`)
        .join('\n'),
    ],
    ['a seed phrase in capitals', phrase.toUpperCase()],
    ['a PEM key', `-----BEGIN ${'PRIVATE'} KEY-----\nMC4CAQ`],
    ['an extended key', `xprv9${'s'.repeat(106)}`],
    ['whatever is called one', { private_key: 'hello' }],
    ['whatever is called a seed phrase', { seedPhrase: 'hello' }],
  ])('is found: %s', ([, value]) => {
    expect(found({ deep: [{ note: value }, value] })).toBe(true);
    expect(found(value)).toBe(true);
  });

  test('is found in every phrase that wallets make', () => {
    for (const strength of [128, 160, 192, 224, 256]) {
      expect(found(`Note: ${generateMnemonic(wordlist, strength)}.`)).toBe(true);
    }
  });

  test('of 32 bytes in hex is taken for a key where that was asked for, and for a digest elsewhere', () => {
    for (const text of [seed.toString('hex'), `0x${seed.toString('hex')}`]) {
      expect([found(text, true), found(text)]).toEqual([true, false]);
    }
  });

  test('is not a signature, an address, a digest, an id or a sentence', () => {
    const message = new TextEncoder().encode('hello');
    const harmless = [
      base58.encode(ed25519.sign(message, seed)),
      base58.encode(ed25519.getPublicKey(seed)),
      '6f1c9a52-3d77-4c0e-9b7e-2f0d8a4b51c3',
      'Rebalanced after the launch settled: sold a third, kept the rest, and will look again tomorrow morning.',
      ['12', '13', '14'],
      [1, 2, 3],
      { amount: '18446744073709551615', public_key: base58.encode(ed25519.getPublicKey(seed)) },
    ];
    for (const value of harmless) expect([value, found(value, true)]).toEqual([value, false]);
  });

  test('is not seen in any signature', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 64 }), (message) => {
        expect(found(base58.encode(ed25519.sign(message, seed)), true)).toBe(false);
      }),
      { numRuns: 50 },
    );
  });

  test('is looked for in deep values without end of the stack', () => {
    let deep: unknown = phrase;
    for (let at = 0; at < 100_000; at += 1) deep = [deep];
    expect(found(deep)).toBe(true);
  });

  describe('is searched for in bounded work', () => {
    const { keyLengths, characters } = SECRET_SEARCH;
    const signature = (at: number) => base58.encode(ed25519.sign(Buffer.from(`message ${at}`), seed));
    const signatures = (count: number) => Array.from({ length: count }, (_, at) => signature(at));

    test('many signatures are searched, and more are refused, in one text or in many', () => {
      expect(refusalOf(signatures(keyLengths))).toBeUndefined();
      for (const value of [signatures(keyLengths + 1), signatures(keyLengths + 1).join(' ')]) {
        expect(refusalOf(value)).toBe('ARGUMENTS_TOO_LARGE');
      }
    });

    test('the last of them is still tried, and the one after it is not', () => {
      const secret = base58.encode(pair);
      const endsWithSecret = (before: number) => [...signatures(before), secret].join(' ');
      expect(refusalOf(endsWithSecret(keyLengths - 1))).toBe('SECRET_REFUSED');
      expect(refusalOf(endsWithSecret(keyLengths))).toBe('ARGUMENTS_TOO_LARGE');
    });

    test.for([
      ['base58', 'A'.repeat(87)],
      ['base64', 'A'.repeat(86)],
      ['hex', 'a'.repeat(128)],
    ] as const)('a megabyte of texts as long as a key in %s is refused', ([, text]) => {
      expect(refusalOf({ note: `${text} `.repeat(1_000_000 / text.length) })).toBe('ARGUMENTS_TOO_LARGE');
    });

    test('text and names count together', () => {
      const half = 'A'.repeat(characters / 2);
      expect(refusalOf({ [half]: half })).toBeUndefined();
      expect(refusalOf({ [half]: 1, more: half })).toBe('ARGUMENTS_TOO_LARGE');
    });

    test('runs that are longer than a key do not count as one', () => {
      expect(refusalOf(`${'A'.repeat(200)} `.repeat(keyLengths + 1))).toBeUndefined();
    });
  });
});
