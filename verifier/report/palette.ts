export interface Palette {
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
}

const paint = (code: number) => (text: string) => `\u001b[${code}m${text}\u001b[0m`;
const plain = (text: string) => text;

export const COLOURS: Palette = { good: paint(32), bad: paint(31), strong: paint(1), faint: paint(2) };
export const NO_COLOURS: Palette = { good: plain, bad: plain, strong: plain, faint: plain };

/** Names and values, one row each. */
export function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}
