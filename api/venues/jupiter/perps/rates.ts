import type { Custody } from './accounts.ts';

/** What is 1 in rates. */
export const RATE_ONE = 1_000_000_000n;
export const BPS_ONE = 10_000n;
const DBPS_ONE = 100_000n;
const HOURS_A_YEAR = 8_760n;
const SECONDS_AN_HOUR = 3_600n;

/** Rounded up, as the program rounds what traders owe; 0 of nothing. */
export function ratioUp(numerator: bigint, denominator: bigint): bigint {
  return denominator === 0n ? 0n : (numerator + denominator - 1n) / denominator;
}

/**
 * What borrowing of a custody costs an hour, in billionths: a fixed rate times the share that is lent, or else a curve of
 * that share with a knee. https://github.com/julianfssen/jupiter-perps-anchor-idl-parsing, which Jupiter's pages name.
 */
export function hourlyBorrowRate(custody: Custody): bigint {
  const lentToOthers = ratioUp(atLeastZero(custody.debt - custody.debtInterest), RATE_ONE);
  const [owned, locked] = [custody.owned + lentToOthers, custody.locked + lentToOthers];
  if (owned === 0n || locked === 0n) return 0n;
  const { hourlyFundingDbps } = custody;
  if (hourlyFundingDbps > 0n) return ratioUp((locked * hourlyFundingDbps * RATE_ONE) / DBPS_ONE, owned);
  const yearlyBps = curveBps(custody, (locked * RATE_ONE) / owned);
  return (yearlyBps * RATE_ONE) / BPS_ONE / HOURS_A_YEAR;
}

function curveBps(
  { minRateBps, targetRateBps, maxRateBps, targetUtilization }: Custody,
  utilization: bigint,
): bigint {
  if (utilization <= targetUtilization)
    return minRateBps + ratioUp(atLeastZero(targetRateBps - minRateBps) * utilization, targetUtilization);
  const steep = atLeastZero(maxRateBps - targetRateBps) * (utilization - targetUtilization);
  return targetRateBps + ratioUp(steep, atLeastZero(RATE_ONE - targetUtilization));
}

/** Of an hourly rate, in 1/100,000 of a basis point a year. */
export function yearlyBps(hourly: bigint): { readonly value: bigint; readonly places: number } {
  return { value: hourly * HOURS_A_YEAR, places: 5 };
}

/** The interest of a custody since it began, up to a Unix second. */
export function interestUntil(custody: Custody, now: bigint): bigint {
  const since = now - custody.interestAt;
  if (since <= 0n) return custody.interestRate;
  return custody.interestRate + ratioUp(hourlyBorrowRate(custody) * since, SECONDS_AN_HOUR);
}

function atLeastZero(value: bigint): bigint {
  return value > 0n ? value : 0n;
}
