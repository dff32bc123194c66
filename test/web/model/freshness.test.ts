import { describe, expect, test } from 'vitest';
import { type FreshnessFacts, freshness } from '../../../web/model/freshness.ts';

const SOURCE = { lastIndexedSlot: 1_000n, lagSlots: 0n, verifiedSlot: 950n, unreadableAccounts: null };
const READY = {
  status: 'ready',
  checkpoint_age_seconds: 1n,
  max_lag_slots: 150n,
  max_age_seconds: 60n,
  repairing: null,
} as const;
const HEARD = { heard: true, silentMs: 0 };
const told = (facts: Partial<FreshnessFacts>) =>
  freshness({ source: SOURCE, ready: READY, failure: undefined, connected: true, hearing: HEARD, ...facts });
const silent = (silentMs: number, facts: Partial<FreshnessFacts> = {}) =>
  told({ hearing: { heard: true, silentMs }, ...facts });

describe('the stamp of the header', () => {
  test('is fresh while the index is caught up and was proven lately', () => {
    expect(told({})).toEqual({ level: 'fresh', headline: 'Live', reasons: [], live: true });
  });

  test.each([
    ['lag grows', { source: { ...SOURCE, lagSlots: 51n } }, /51 slots behind the chain/],
    ['it stands still', { ready: { ...READY, checkpoint_age_seconds: 31n } }, /not moved for 31 seconds/],
    ['nothing proved it', { source: { ...SOURCE, verifiedSlot: null } }, /No audit has compared/],
    ['the proof is old', { source: { ...SOURCE, verifiedSlot: 399n } }, /equal is 601 slots old/],
    [
      'accounts are unreadable',
      { source: { ...SOURCE, unreadableAccounts: 2n } },
      /2 accounts cannot be read/,
    ],
    ['it is being mended', { ready: { ...READY, repairing: 'slots 5 to 9' } }, /Repairing: slots 5 to 9/],
  ] as const)('is amber when %s', (_when, facts, reason) => {
    const { level, reasons } = told(facts);
    expect(level).toBe('behind');
    expect(reasons.join(' ')).toMatch(reason);
  });

  test('is not amber at the edge of its bounds', () => {
    const edge = { ...SOURCE, lagSlots: 50n, verifiedSlot: 400n };
    expect(told({ source: edge, ready: { ...READY, checkpoint_age_seconds: 30n } }).level).toBe('fresh');
  });

  test('is red when the API says that it is not ready, and when it says nothing', () => {
    const detail = 'The index has stood still for 90 s at slot 5.';
    expect(told({ ready: { status: 'not_ready', detail } })).toMatchObject({
      level: 'broken',
      reasons: [detail],
    });
    expect(told({ failure: new Error('no answer') })).toMatchObject({
      level: 'broken',
      reasons: ['no answer'],
    });
  });

  test('says nothing before it knows anything', () => {
    expect(told({ source: undefined }).level).toBe('unknown');
  });

  test('is amber once slots are missing, red soon after, and not live in either case', () => {
    expect(silent(2_000)).toMatchObject({ level: 'fresh', live: true });
    expect(silent(2_400)).toMatchObject({
      level: 'behind',
      reasons: ['Nothing has arrived for 2 seconds.'],
      live: false,
    });
    expect(silent(6_000)).toMatchObject({
      level: 'broken',
      headline: 'No answer',
      reasons: ['Nothing has arrived for 6 seconds.'],
      live: false,
    });
    expect(silent(68_000, { source: undefined, ready: undefined }).level).toBe('broken');
  });

  test('is not live without a connection, and not known before anything arrived', () => {
    expect(told({ connected: false })).toMatchObject({ level: 'fresh', live: false });
    const shownAgain = told({ hearing: { heard: false, silentMs: 400 } });
    expect(shownAgain).toMatchObject({ level: 'unknown', live: false });
  });
});
