/** Characters without special meaning in any shell. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** A value as one word of a POSIX shell's command line, whatever it contains. */
export function shellWord(value: string): string {
  return PLAIN.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
