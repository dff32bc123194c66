const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,3}))?$/;

/**
 * A decimal number as an exact integer in units of 10^-`places`; undefined if the text is not a number or has more
 * digits. `1.5e-3` is accepted too, since JSON numbers may be written so.
 */
export function parseDecimal(text: string, places: number): bigint | undefined {
  const [, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const shift = places - fraction.length + Number(exponent);
  const digits = BigInt(whole + fraction);
  const magnitude = shift >= 0 ? digits * 10n ** BigInt(shift) : exactly(digits, 10n ** BigInt(-shift));
  return magnitude === undefined || sign === '' ? magnitude : -magnitude;
}

function exactly(digits: bigint, divisor: bigint): bigint | undefined {
  return digits % divisor === 0n ? digits / divisor : undefined;
}

/** With all its places: 1500000n at 6 places is `1.500000`. */
export function formatDecimal(value: bigint, places: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${value < 0n ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''}`;
}

/** Without trailing zeros: 1500000n at 6 places is `1.5`. */
export function formatShortest(value: bigint, places: number): string {
  const text = formatDecimal(value, places);
  return places === 0 ? text : text.replace(/\.?0+$/, '');
}
