import { describe, expect, test } from 'vitest';
import { askedText } from '../../../web/model/asked.ts';
import { pubkeyOf } from '../../support/index-builder.ts';

describe('what a call asked for', () => {
  test('is a line of names and values, with short keys', () => {
    const asked = { launch_id: 4, amount: '1000', recipient: pubkeyOf('a friend'), denied_tools: ['swap'] };
    const text = askedText(JSON.stringify(asked));
    expect(text).toMatch(/^launch id: 4, amount: 1000, recipient: \w{4}…\w{4}, denied tools: \["swap"\]$/);
    expect(askedText('{}')).toBe('');
  });

  test('stays as it is where it was cut', () => {
    expect(askedText('{"amount":"10…')).toBe('{"amount":"10…');
  });
});
