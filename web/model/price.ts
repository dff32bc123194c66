import type { LaunchStatus } from '../../schemas/launch-statuses.ts';
import { grouped } from './formats.ts';

export interface PriceTerms {
  readonly status: LaunchStatus;
  /** Pledge-mint base units. */
  readonly totalPledged: bigint;
  readonly minRaise: bigint;
  /** 0 if the raise is unlimited. */
  readonly maxRaise: bigint;
  /** Launch-mint base units. */
  readonly tokenAllocation: bigint;
  readonly pledgeMintDecimals: number | null;
  readonly launchMintDecimals: number | null;
}

/** Pledged tokens for one launch token, as text; `null` where there is no such price. */
export interface ImpliedPrices {
  /** Of the raise at this slot: what the launch settles at, or did. */
  readonly now: string | null;
  /** The least and the most at which it can succeed; null once it is settled, and without such a bound. */
  readonly atMinimum: string | null;
  readonly atMaximum: string | null;
  readonly settled: boolean;
}

/**
 * The one clearing rate of a launch: an allocation is floor(pledge × token_allocation ÷ total_pledged), so one token costs
 * total_pledged ÷ token_allocation. Undefined for a failed launch, which allocates nothing, for one without an allocation,
 * and if decimals are unknown.
 */
export function impliedPrices(terms: PriceTerms): ImpliedPrices | undefined {
  const { status, totalPledged, minRaise, maxRaise, tokenAllocation } = terms;
  const { pledgeMintDecimals, launchMintDecimals } = terms;
  if (status === 'failed' || tokenAllocation === 0n) return undefined;
  if (pledgeMintDecimals === null || launchMintDecimals === null) return undefined;
  const divisor = tokenAllocation * 10n ** BigInt(pledgeMintDecimals);
  const priceOf = (raised: bigint): string | null =>
    raised === 0n ? null : ratioText(raised * 10n ** BigInt(launchMintDecimals), divisor);
  const settled = status === 'succeeded' || status === 'finalized';
  return {
    now: priceOf(totalPledged),
    atMinimum: settled ? null : priceOf(minRaise),
    atMaximum: settled ? null : priceOf(maxRaise),
    settled,
  };
}

const SIGNIFICANT = 6;
const MOST_DECIMALS = 60;

/** A positive ratio with six significant digits, truncated: `≈` says that digits follow. */
export function ratioText(numerator: bigint, divisor: bigint): string {
  const whole = numerator / divisor;
  let rest = numerator % divisor;
  let significant = whole === 0n ? 0 : whole.toString().length;
  let fraction = '';
  while (rest > 0n && significant < SIGNIFICANT && fraction.length < MOST_DECIMALS) {
    rest *= 10n;
    const digit = rest / divisor;
    rest %= divisor;
    fraction += digit.toString();
    if (digit > 0n || significant > 0) significant += 1;
  }
  return `${rest > 0n ? '≈ ' : ''}${grouped(whole)}${fraction && `.${fraction}`}`;
}
