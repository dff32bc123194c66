import { expect, test } from 'vitest';
import type { CheckContext } from '../../../cli/doctor/check.ts';
import { equitiesCheck } from '../../../cli/doctor/checks.ts';
import { readSettings } from '../../../core/kernel/settings/load.ts';

const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const JUPITER = { JUPITER_API_URL: 'https://api.jup.ag/swap/v2' };
const STAKING = { VENUE_STAKING_URL: 'https://staking.example' };

test.for<[Record<string, string>, boolean | undefined]>([
  [{}, undefined],
  [{ VENUE_PERPS_URL: 'https://perps.example' }, undefined],
  [JUPITER, false],
  [STAKING, false],
  [{ ...JUPITER, EQUITY_MINTS: MINT }, true],
  [{ ...STAKING, EQUITY_MINTS: 'none' }, true],
])('the doctor’s line about equity tokens with %o is %s', async ([environment, ok]) => {
  const context = { settings: readSettings(environment, {}) } as CheckContext;
  const finding = await equitiesCheck.run(context);
  expect(finding?.ok).toBe(ok);
  if (ok === false) expect(finding?.remedy).toContain('EQUITY_MINTS');
});
