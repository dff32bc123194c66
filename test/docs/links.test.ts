import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { anchorsIn } from '../support/markdown-anchors.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...['docs', 'docs/runbooks'].flatMap((folder) =>
    readdirSync(resolve(ROOT, folder)).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : [])),
  ),
];

/** Without fenced code, whose comments and links are not the page's own. */
const textOf = (path: string) => readFileSync(path, 'utf8').replaceAll(/^```.*?^```/gms, '');

function isBroken(page: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? page : resolve(dirname(page), file);
  return !existsSync(path) || (anchor !== undefined && !anchorsIn(textOf(path)).includes(anchor));
}

test.for(PAGES)('every link of %s leads to a file and a heading that exist', (name) => {
  const page = resolve(ROOT, name);
  const links = [...textOf(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => isBroken(page, link))).toEqual([]);
});
