import { describe, expect, test } from 'vitest';
import {
  askAgainMs,
  INTENT_STATUSES,
  INTENT_WORDS,
  isOver,
  isStale,
  launchOf,
  listAgainMs,
  safePlace,
  withToldDecimals,
} from '../../../web/model/intents.ts';

describe('when an intent is asked for again', () => {
  test('ends once it is over, whatever its end was', () => {
    for (const status of INTENT_STATUSES.filter(isOver)) {
      expect([status, askAgainMs(status, 0), askAgainMs(status, 1e9)]).toEqual([status, false, false]);
    }
  });

  test('is often while the chain decides, then ever more rarely, and never rarer than four times a minute', () => {
    expect(askAgainMs('submitted', 0)).toBe(1_000);
    const waits = [29_999, 40_000, 90_000, 160_000, 1e9].map((waited) => askAgainMs('submitted', waited));
    expect(waits).toEqual([1_000, 4_000, 9_000, 15_000, 15_000]);
  });
});

test('a listing is asked for no more often in all, however many of its pages are open', () => {
  for (const pages of [1, 2, 7]) expect(listAgainMs(pages) / pages).toBe(listAgainMs(1));
});

describe('a place where an intent is finished', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,hello',
    'http://venue.example/',
    'https://me:secret@venue.example/',
    'https://me@venue.example/',
    '//venue.example',
    '',
  ])('is no link at %j', (url) => {
    expect(safePlace(url)).toBeUndefined();
  });

  test('is a link where it is plain https', () => {
    expect(safePlace('https://venue.example/orders/7?a=b')?.host).toBe('venue.example');
  });
});

describe('an intent', () => {
  test('is about the launch that its arguments name', () => {
    expect(launchOf({ arguments: { launch_id: '18446744073709551615' } })).toBe('18446744073709551615');
    for (const launch_id of [undefined, 4, '04', '-1', 'four', '/etc']) {
      expect(launchOf({ arguments: { launch_id } })).toBeUndefined();
    }
  });

  test('tells of its mint what was checked when it was proposed, and what its transaction says', () => {
    const known = new Map([['a', 6]]);
    const asked = { arguments: { mint: 'b', decimals: 9n } };
    expect([...withToldDecimals(known, asked)]).toEqual([
      ['a', 6],
      ['b', 9],
    ]);
    const made = [{ amount: null }, { amount: { mint: 'c', decimals: 0 } }];
    expect(withToldDecimals(known, { arguments: {} }, made).get('c')).toBe(0);
    const terms = {
      gives: [
        { mint: 'd', decimals: 4 },
        { mint: null, decimals: 18 },
        { mint: 'e', decimals: null },
      ],
    };
    expect([...withToldDecimals(known, { arguments: {}, plan_terms: terms })]).toEqual([
      ['a', 6],
      ['d', 4],
    ]);
    expect(known.size).toBe(1);
  });

  test('has words for every status', () => {
    for (const status of INTENT_STATUSES) expect(INTENT_WORDS[status].meaning).toMatch(/\.$/);
  });

  test('has a transaction that is good for a minute', () => {
    expect([isStale(100n, 159n), isStale(100n, 160n)]).toEqual([false, true]);
  });
});
