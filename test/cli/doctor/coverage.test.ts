import { describe, expect, test } from 'vitest';
import { describeCoverage } from '../../../cli/doctor/coverage.ts';
import type { CoverageReport } from '../../../cli/doctor/coverage-report.ts';

const bounds = { READY_MAX_LAG_SLOTS: 150, READY_MAX_AGE_SECONDS: 60 };
const report: NonNullable<CoverageReport> = {
  first_slot: '10',
  last_slot: '500',
  chain_slot: '502',
  verified_slot: '480',
  checkpoint_age_seconds: 0.4,
  lost_ranges: 0,
  unreadable_accounts: 0,
  newest_lost: null,
};

describe('the doctor’s line about coverage', () => {
  test('says what is held, up to where it is verified, and how fresh it is', () => {
    expect(describeCoverage(report, bounds)).toEqual({
      ok: true,
      detail: 'slots 10 to 500, verified at 480, nothing lost; checkpoint 0 s old, 2 slots behind the chain',
    });
    expect(describeCoverage({ ...report, verified_slot: null, chain_slot: '501' }, bounds)).toEqual({
      ok: true,
      detail: 'slots 10 to 500, not verified yet, nothing lost; checkpoint 0 s old, 1 slot behind the chain',
    });
    expect(describeCoverage({ ...report, chain_slot: '499' }, bounds)).toMatchObject({
      detail: expect.stringMatching(/ 0 slots behind the chain$/),
    });
    expect(describeCoverage(null, bounds)).toEqual({ ok: true, detail: 'nothing has been indexed yet' });
  });

  test('names the newest range that was lost and the command that brings it back', () => {
    const lost = { ...report, lost_ranges: 3, newest_lost: { from_slot: '200', to_slot: '260' } };
    expect(describeCoverage(lost, bounds)).toEqual({
      ok: false,
      detail: expect.stringContaining('3 ranges lost, the newest 200 to 260; checkpoint 0 s old'),
      remedy: expect.stringContaining('launchlens backfill capture FILE… --from-slot 200 --to-slot 260'),
    });
  });

  test('counts the accounts that cannot be read, which is a failure only where nothing newer is answered', () => {
    const one = describeCoverage({ ...report, unreadable_accounts: 1 }, bounds);
    expect(one).toEqual({
      ok: true,
      detail: expect.stringContaining('verified at 480, 1 account cannot be read, nothing lost'),
      remedy: expect.stringContaining('`launchlens backfill redecode`'),
    });
    expect(describeCoverage({ ...report, unreadable_accounts: 20 }, bounds)).toMatchObject({
      ok: true,
      detail: expect.stringContaining('20 accounts cannot be read'),
    });
    expect(describeCoverage({ ...report, unreadable_accounts: null }, bounds)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('so many accounts cannot be read that nothing newer is answered'),
      remedy: expect.stringContaining('`launchlens backfill redecode`'),
    });
    // What comes first hides none of it
    const lost = { lost_ranges: 1, newest_lost: { from_slot: '200', to_slot: '260' } };
    expect(describeCoverage({ ...report, ...lost, unreadable_accounts: 1 }, bounds).detail).toContain(
      '1 account cannot be read, 1 range lost',
    );
  });

  test('is a failure when nobody renews the checkpoint, or the index is far behind', () => {
    expect(describeCoverage({ ...report, checkpoint_age_seconds: 61 }, bounds)).toMatchObject({
      ok: false,
      remedy: expect.stringContaining('start `launchlens index`'),
    });
    expect(describeCoverage({ ...report, chain_slot: '651' }, bounds)).toMatchObject({
      ok: false,
      detail: expect.stringContaining('151 slots behind'),
    });
  });
});
