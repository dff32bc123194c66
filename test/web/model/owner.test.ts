import { describe, expect, test } from 'vitest';
import { EXECUTION_SCOPES } from '../../../core/rules/scopes.ts';
import { userCode } from '../../../web/model/keys.ts';
import { SCOPE_WORDS, SCOPES, weightOf } from '../../../web/model/scopes.ts';

describe('the words for scopes', () => {
  test('say of each what it can and cannot do', () => {
    expect(Object.keys(SCOPE_WORDS)).toEqual([...SCOPES]);
    for (const scope of SCOPES) {
      const { label, can, cannot } = SCOPE_WORDS[scope];
      for (const text of [label, can, cannot]) expect(text.length).toBeGreaterThan(5);
    }
  });

  test('mark what can move value, and what changes settings', () => {
    const marked = (weight: string) => SCOPES.filter((scope) => weightOf(scope) === weight);
    expect(marked('execution')).toEqual(EXECUTION_SCOPES);
    expect(marked('manage')).toEqual(['manage']);
    expect(marked('base')).toEqual(['read', 'quote', 'intent']);
  });
});

describe('the code of a pairing', () => {
  test.each(['BCDF-GHJK', 'bcdfghjk', ' bcdf ghjk ', 'BCDF--GHJK'])('is taken as %j', (typed) => {
    expect(userCode(typed)).toBe('BCDF-GHJK');
  });

  test.each(['', 'BCDF-GHJ', 'BCDF-GHJKL', 'ABCD-EFGH', 'BCDF-GHJ1', '<script>'])('is not %j', (typed) => {
    expect(userCode(typed)).toBeUndefined();
  });
});
