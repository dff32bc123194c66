/** What no shell reads anything else into. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** A value as one word of a POSIX shell's command line, whatever is in it. */
export function shellWord(value: string): string {
  return PLAIN.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
