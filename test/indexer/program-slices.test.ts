import { describe, expect, test } from 'vitest';
import { nodeFilters } from '../../indexer/decode/program-selection.ts';
import { sliceOffset } from '../../indexer/program-slices.ts';
import { vault } from '../support/vault.ts';

describe('the byte by which a followed program is read in slices', () => {
  test.each([
    ['the owner of a Position, where all types are followed', undefined, 8],
    ['the owner of a Position', ['Position'], 8],
    ['the mint of a Reserve, behind two numbers', ['Reserve'], 24],
  ])('is the first one of a key: %s', (_case, accounts, at) => {
    const program = vault({ ...(accounts && { accounts }) });
    expect(sliceOffset(program, nodeFilters(program))).toBe(at);
  });

  test('is not one that a filter fixes', () => {
    const program = vault({ accounts: ['Position'] });
    const owner = { memcmp: { offset: 8, bytes: '1111' } };
    expect(sliceOffset(program, [owner])).toBe(12);
  });
});
