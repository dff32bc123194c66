import { tokenUnits } from '../formats.ts';
import { readUnits } from '../typed-amount.ts';
import type { Decimals, Limit } from './changes.ts';

/** A limit as typed. */
export interface TypedLimit {
  /** Identifies rows while they are edited. */
  readonly key: string;
  readonly mint: string;
  readonly unit: 'token' | 'base';
  /** Empty for no limit. */
  readonly perIntent: string;
  readonly perDay: string;
}

export type LimitField = 'mint' | 'perIntent' | 'perDay';

let made = 0;

export function typedLimit({ mint, per_intent, per_day }: Limit, known: Decimals): TypedLimit {
  const decimals = known.get(mint);
  const text = (amount: bigint | null): string =>
    amount === null ? '' : tokenUnits(amount, decimals ?? 0).replaceAll(',', '');
  made += 1;
  return {
    ...{ key: `limit ${made}`, mint },
    unit: decimals === undefined && mint !== '' ? 'base' : 'token',
    perIntent: text(per_intent),
    perDay: text(per_day),
  };
}

/** Token units if the decimals are known, otherwise base units. */
function decimalsOf({ mint, unit }: TypedLimit, known: Decimals): number {
  return unit === 'base' ? 0 : (known.get(mint.trim()) ?? 0);
}

/** What is wrong with each field of a row. */
export function wrongOf(
  rows: readonly TypedLimit[],
  index: number,
  known: Decimals,
  isKey: (text: string) => boolean,
): Partial<Record<LimitField, string>> {
  const row = rows[index];
  if (row === undefined) return {};
  const mint = row.mint.trim();
  const twice = rows.findIndex((each) => each.mint.trim() === mint) < index;
  const amount = (text: string): string | undefined =>
    text.trim() === '' ? undefined : readUnits(text, decimalsOf(row, known)).wrong;
  const [perIntent, perDay] = [amount(row.perIntent), amount(row.perDay)];
  return {
    ...(!isKey(mint) && { mint: 'Enter the address of a mint: a base58 public key of 32 bytes.' }),
    ...(isKey(mint) && twice && { mint: 'This mint already has a limit above.' }),
    ...(perIntent !== undefined && { perIntent }),
    ...(perDay !== undefined && { perDay }),
  };
}

/** Undefined while something in them is wrong. */
export function limitsOf(
  rows: readonly TypedLimit[],
  known: Decimals,
  isKey: (text: string) => boolean,
): Limit[] | undefined {
  if (rows.some((_, index) => Object.keys(wrongOf(rows, index, known, isKey)).length > 0)) return undefined;
  return rows.map((row) => {
    const bound = (text: string): bigint | null =>
      text.trim() === '' ? null : (readUnits(text, decimalsOf(row, known)).base ?? null);
    return { mint: row.mint.trim(), per_intent: bound(row.perIntent), per_day: bound(row.perDay) };
  });
}
