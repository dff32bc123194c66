import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsIn } from '../support/markdown-anchors.ts';

/** Of all that the page quotes: it changes with the specification, which is kept elsewhere, and with nothing else. */
const QUOTED = {
  rows: 281,
  sha256: 'b81c38d6a20eb6ed98029213fcb043f5d45cf4de84ec014604bfa66d0048b046',
};

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(resolve(root, 'docs/specification.md'), 'utf8');
const HEAD = 'Proved by';
const CHOICE = /This implementation's choice: \[[\w./-]+\]\(([\w.-]+\.md)(?:#([\w-]+))?\)/;

interface Line {
  readonly quote: string;
  /** The second cell of a row; undefined for headings and captions. */
  readonly proof: string | undefined;
}

function lineOf(text: string): Line {
  const { quote = text, proof } = /^\| (?<quote>.*) \| (?<proof>[^|]*) \|$/.exec(text)?.groups ?? {};
  return { quote, proof };
}

const lines = page
  .slice(page.indexOf('\n## '))
  .split('\n')
  .filter((text) => text !== '' && text !== '|---|---|' && text !== `| Sentence | ${HEAD} |`)
  .map(lineOf);
const rows = lines.flatMap(({ quote, proof = HEAD }) => (proof === HEAD ? [] : [{ quote, proof }]));

const testsOf = (proof: string) =>
  [...proof.matchAll(/`([\w/.-]+\.ts)` "([^"]+)"/g)].map(([, file = '', name = '']) => ({ file, name }));

/** The names of all tests and groups of tests in a file. */
function namesIn(file: string): string[] {
  const path = resolve(root, 'test', file);
  if (!existsSync(path)) return [];
  const NAME = /(?:\b(?:test|describe)(?:\.\w+)?|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\])+)\1\s*,/g;
  return [...readFileSync(path, 'utf8').matchAll(NAME)].map(([, , name = '']) => name.replaceAll('\\', ''));
}

test('the page quotes the whole specification to the letter', () => {
  const text = lines.map(({ quote }) => quote).join('\n');
  const sha256 = createHash('sha256').update(text).digest('hex');
  expect({ rows: rows.length, sha256 }).toEqual(QUOTED);
});

test('every row names a test, and what the specification leaves open links to what settles it', () => {
  expect(rows.filter(({ proof }) => testsOf(proof).length === 0)).toEqual([]);
  const open = rows.filter(({ quote }) => quote.includes('not shown'));
  expect(open.filter(({ proof }) => !CHOICE.test(proof))).toEqual([]);
});

test('every test that the page names exists, under a name that no other test of its file has', () => {
  const named = new Set(rows.flatMap(({ proof }) => testsOf(proof).map((one) => JSON.stringify(one))));
  const wrong = [...named].flatMap((text) => {
    const { file, name } = JSON.parse(text) as ReturnType<typeof testsOf>[number];
    const found = namesIn(file).filter((each) => each.includes(name));
    return found.length === 1 ? [] : [{ file, name, found }];
  });
  expect(wrong).toEqual([]);
  expect(named.size).toBeGreaterThan(150);
});

test('every section that the page links to exists', () => {
  const links = rows.flatMap(({ proof }) => CHOICE.exec(proof) ?? []).length;
  const broken = rows.flatMap(({ proof }) => {
    const [, file, anchor] = CHOICE.exec(proof) ?? [];
    if (file === undefined) return [];
    const path = resolve(root, 'docs', file);
    const found =
      existsSync(path) && (anchor === undefined || anchorsIn(readFileSync(path, 'utf8')).includes(anchor));
    return found ? [] : [`${file}#${anchor}`];
  });
  expect(links).toBeGreaterThan(0);
  expect(broken).toEqual([]);
});
