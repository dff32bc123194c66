import { mutated } from './mutate.ts';
import type { Random } from './random.ts';

const { rawJSON: rawJson } = JSON as unknown as { readonly rawJSON: (text: string) => unknown };

/** Values of every kind that is wrong somewhere, as JSON text. */
const ODD = [
  'null',
  'true',
  '""',
  '"x"',
  '[]',
  '{}',
  '-1',
  '0.5',
  '1e3',
  '1e999',
  '-0',
  '18446744073709551615',
  '18446744073709551616',
  '9007199254740993',
  '-9223372036854775809',
  '"18446744073709551616"',
  '"-1"',
  '"٣"',
  `"${'1'.repeat(44)}"`,
  `"${'z'.repeat(44)}"`,
  `${'9'.repeat(400)}`,
  '"__proto__"',
  '[[[[]]]]',
  '{"__proto__":1}',
  '"2026-99-99 99:99:99.999"',
  '"\\ud800"',
] as const;

/**
 * A JSON text that was damaged: values of it replaced by odd ones, members left out, doubled or renamed, or its bytes
 * mutated.
 */
export function mutatedJson(value: unknown, random: Random): string {
  if (random.once(5)) return mutated(Buffer.from(jsonText(value)), random).toString();
  let left = 1 + random.below(3);
  const places = countPlaces(value);
  const chosen = new Set(Array.from({ length: left }, () => random.below(places)));
  let place = 0;
  const write = (node: unknown): string => {
    const here = place;
    place += 1;
    if (chosen.has(here) && left > 0) {
      left -= 1;
      return random.pick(ODD);
    }
    if (Array.isArray(node)) return writeArray(node.map(write), random, chosen.has(-here));
    if (typeof node !== 'object' || node === null)
      return typeof node === 'bigint' ? `${node}` : (JSON.stringify(node) ?? 'null');
    const members = Object.entries(node).map(([name, member]) => [name, write(member)] as const);
    return writeObject(members, random);
  };
  return write(value);
}

function writeArray(items: readonly string[], random: Random, doubled: boolean): string {
  const kept = random.once(30) ? items.slice(1) : items;
  return `[${(doubled || random.once(30) ? [...kept, ...kept] : kept).join()}]`;
}

function writeObject(members: readonly (readonly [string, string])[], random: Random): string {
  const written = members.flatMap(([name, text]) => {
    if (random.once(60)) return [];
    const key = random.once(60) ? random.pick([`${name}x`, '__proto__', 'constructor', '']) : name;
    return [`${JSON.stringify(key)}:${text}`, ...(random.once(80) ? [`${JSON.stringify(name)}:null`] : [])];
  });
  return `{${written.join()}}`;
}

function countPlaces(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, one) => sum + countPlaces(one), 1);
}

/** JSON with 64-bit numbers written with all their digits, as nodes do. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (_name, one) => (typeof one === 'bigint' ? rawJson(`${one}`) : one));
}
