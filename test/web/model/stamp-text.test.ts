import { describe, expect, test } from 'vitest';
import { ageText, verifiedText } from '../../../web/model/stamp-text.ts';

describe('the stamp in a few words', () => {
  test('gives the most that the newest answer can be old', () => {
    expect(ageText(0n, 0)).toBe('0.4 s');
    expect(ageText(2n, 400)).toBe('1.6 s');
    expect(ageText(0n, 9_600)).toBe('10 s');
    expect(ageText(200n, 0)).toBe('1 min 20 s');
  });

  test('tells in whole minutes when the index was last proven', () => {
    const at = (verifiedSlot: bigint | null) => verifiedText({ lastIndexedSlot: 10_000n, verifiedSlot });
    expect(at(null)).toBe('not verified yet');
    expect(at(9_851n)).toBe('verified < 1 min ago');
    expect(at(9_850n)).toBe('verified 1 min ago');
    expect(at(9_560n)).toBe('verified 2 min ago');
    expect(at(850n)).toBe('verified 1 h 1 min ago');
  });
});
