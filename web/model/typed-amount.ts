import { U64_MAX } from '../../schemas/u64.ts';

const DECIMAL = /^([0-9]{1,20})(?:\.([0-9]+))?$/;

type ReadUnits =
  | { readonly base: bigint; readonly wrong?: undefined }
  | { readonly base?: undefined; readonly wrong: string };

/** A typed amount in token units as exact base units; nothing is rounded. */
export function readUnits(text: string, decimals: number): ReadUnits {
  const [, whole, fraction = ''] = DECIMAL.exec(text.trim()) ?? [];
  if (whole === undefined) {
    return {
      wrong:
        decimals === 0
          ? 'Use digits only, such as 1000000.'
          : 'Use digits and at most one point, such as 1250.5.',
    };
  }
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > decimals) {
    return {
      wrong: decimals === 0 ? 'Base units have no fraction.' : `At most ${decimals} digits after the point.`,
    };
  }
  const base = BigInt(whole + digits.padEnd(decimals, '0'));
  return base > U64_MAX ? { wrong: 'More than any mint can have in total.' } : { base };
}
