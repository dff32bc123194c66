/** A number as digits and a power of ten, by its text; undefined where that is no decimal number. */
function partsOf(text: string): readonly [bigint, number] | undefined {
  const match = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  return [BigInt(whole + fraction), Number(exponent) - fraction.length];
}

/** Whether `text` says exactly `value` times 10^-`places`. */
export function saysExactly(text: string, value: bigint, places: number): boolean {
  const [digits, power] = partsOf(text) ?? [];
  if (digits === undefined || power === undefined) return false;
  const shift = power + places;
  return shift >= 0 ? digits * 10n ** BigInt(shift) === value : digits === value * 10n ** BigInt(-shift);
}
