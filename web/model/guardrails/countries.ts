const names = new Intl.DisplayNames('en', { type: 'region' });

/** `Switzerland (CH)`. */
export function countryName(code: string): string {
  const name = names.of(code);
  return name === undefined || name === code ? code : `${name} (${code})`;
}
