import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../../web');
const TOKENS = 'style/tokens.css';
const textOf = (path: string): string => readFileSync(resolve(root, path), 'utf8');

const SHEETS = globSync('**/*.css', { cwd: root }).filter((path) => path !== TOKENS);
const SCRIPTS = globSync('**/*.{ts,tsx}', { cwd: root });

const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(/i;
const DECLARATION = /(?<=[{;]\s*)([a-z-]+):\s*([^;{}]+)(?=[;}])/g;
const LENGTH = /(?<![\w.-])-?(?:\d*\.)?\d+(?:px|rem|em)\b/;

/** What only tokens may say, and the few values that are no matter of taste. */
const RULES: readonly { readonly of: RegExp; readonly may: RegExp }[] = [
  // Text that is hidden from sight takes one pixel.
  { of: /^(?:(?:row-|column-)?gap|(?:padding|margin)(?:-[a-z-]+)?)$/, may: /^-1px$/ },
  { of: /^border(?:-[a-z]+)*-radius$/, may: /^$/ },
  { of: /^font(?:-size)?$/, may: /^$/ },
];

const withoutComments = (css: string): string => css.replaceAll(/\/\*[\s\S]*?\*\//g, '');

function spelled(path: string): string[] {
  const css = withoutComments(textOf(path));
  return [...css.matchAll(DECLARATION)].flatMap(([, name = '', value = '']) => {
    const rule = RULES.find(({ of }) => of.test(name));
    const isSpelled = rule !== undefined && LENGTH.test(value) && !rule.may.test(value.trim());
    return COLOUR.test(value) || isSpelled ? [`${path}: ${name}: ${value.trim()}`] : [];
  });
}

describe('the design', () => {
  test('spells every colour, space, radius and size of text in its tokens alone', () => {
    expect(SHEETS.length).toBeGreaterThan(8);
    expect(SHEETS.flatMap(spelled)).toEqual([]);
  });

  test('gives scripts its colours by their names', () => {
    const spelling = SCRIPTS.filter((path) =>
      new RegExp(`['"\`](?:${COLOUR.source})`, 'i').test(textOf(path)),
    );
    expect(spelling).toEqual([]);
  });

  test('has every token that is asked for, and none that is not', () => {
    const declared = new Set([...textOf(TOKENS).matchAll(/^\s*--([a-z0-9-]+):/gm)].map(([, name]) => name));
    const all = [...SHEETS, TOKENS, ...SCRIPTS].map(textOf).join('\n');
    const asked = [...all.matchAll(/var\(--([a-z0-9-]+)[,)]/g)].map(([, name]) => name);
    expect(asked.filter((name) => !declared.has(name))).toEqual([]);
    const unused = [...declared].filter((name) => !asked.includes(name) && !all.includes(`of('${name}')`));
    expect(unused).toEqual([]);
  });
});
