import { grouped, tokenUnits } from '../formats.ts';
import { shortKey } from '../keys.ts';

/** The parts of an owner's control as in REST, amounts as integers. */

export interface Policy {
  readonly allowed_tools: readonly string[] | null;
  readonly denied_tools: readonly string[];
  readonly allowed_mints: readonly string[] | null;
  readonly allowed_venues: readonly string[] | null;
  readonly counterparties_only: boolean;
}

export interface Limit {
  readonly mint: string;
  /** Base units; null means no limit. */
  readonly per_intent: bigint | null;
  readonly per_day: bigint | null;
}

export interface Counterparty {
  readonly address: string;
  readonly label: string;
}

/** One change, as text. */
export interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Decimals of the mints that are known. */
export type Decimals = ReadonlyMap<string, number>;

export function policyChanges(now: Policy, next: Policy): Change[] {
  return differing([
    ['Tools', listed(now.allowed_tools), listed(next.allowed_tools)],
    ['Denied tools', named(now.denied_tools), named(next.denied_tools)],
    ['Mints that may leave the wallet', listed(now.allowed_mints), listed(next.allowed_mints)],
    ['Venues', listed(now.allowed_venues), listed(next.allowed_venues)],
    ['Tokens go to', goesTo(now), goesTo(next)],
  ]);
}

export function limitsChanges(now: readonly Limit[], next: readonly Limit[], known: Decimals): Change[] {
  const mints = [...new Set([...now, ...next].map(({ mint }) => mint))];
  const of = (limits: readonly Limit[], mint: string) => limits.find((limit) => limit.mint === mint);
  const bound = (amount: bigint | null | undefined, mint: string): string =>
    amount == null ? 'no limit' : boundText(amount, known.get(mint));
  return mints.flatMap((mint) =>
    differing([
      [
        `${shortKey(mint)}, one intent`,
        bound(of(now, mint)?.per_intent, mint),
        bound(of(next, mint)?.per_intent, mint),
      ],
      [
        `${shortKey(mint)}, 24 hours`,
        bound(of(now, mint)?.per_day, mint),
        bound(of(next, mint)?.per_day, mint),
      ],
    ]),
  );
}

export function counterpartiesChanges(now: readonly Counterparty[], next: readonly Counterparty[]): Change[] {
  const wallets = [...new Set([...now, ...next].map(({ address }) => address))];
  const labelIn = (set: readonly Counterparty[], wallet: string): string =>
    set.find(({ address }) => address === wallet)?.label ?? 'not registered';
  return differing(wallets.map((wallet) => [wallet, labelIn(now, wallet), labelIn(next, wallet)]));
}

/** An amount in both units, or the known one. */
function boundText(amount: bigint, decimals: number | undefined): string {
  const base = `${grouped(amount)} base units`;
  return decimals === undefined ? base : `${tokenUnits(amount, decimals)} (${base})`;
}

export function differing(rows: readonly (readonly [string, string, string])[]): Change[] {
  return rows
    .filter(([, before, after]) => before !== after)
    .map(([name, before, after]) => ({ name, before, after }));
}

const listed = (names: readonly string[] | null): string => (names === null ? 'all' : named(names));
const named = (names: readonly string[]): string => names.join(', ') || 'none';
const goesTo = ({ counterparties_only }: Policy): string =>
  counterparties_only ? 'registered counterparties only' : 'anyone';

const names = new Intl.DisplayNames('en', { type: 'region' });

/** `Switzerland (CH)`. */
export function countryName(code: string): string {
  const name = names.of(code);
  return name === undefined || name === code ? code : `${name} (${code})`;
}
