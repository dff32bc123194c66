import type { z } from 'zod';

/** A typed list: one entry per line. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What is wrong with a list, naming the first line; undefined if nothing. */
export function wrongLine(lines: readonly string[], one: z.ZodType): string | undefined {
  for (const [index, line] of lines.entries()) {
    const { error } = one.safeParse(line);
    if (error) return `Line ${index + 1}, “${line.slice(0, 60)}”: it must be ${error.issues[0]?.message}.`;
    if (lines.indexOf(line) !== index) return `Line ${index + 1}, “${line.slice(0, 60)}”: it is a duplicate.`;
  }
  return undefined;
}
