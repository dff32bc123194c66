import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildWeb } from '../../scripts/build-web.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';

/** What the files of a first visit may take over the wire, packed as every server packs: room is left for data. */
const FIRST_LOAD_BYTES = 160 * 1024;
const IMPORT = /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g;

describe('the built pages', () => {
  let directory: TemporaryDirectory;
  let html: string;
  let names: string[];
  beforeAll(async () => {
    directory = await temporaryDirectory();
    await buildWeb(directory.path);
    html = await readFile(join(directory.path, 'index.html'), 'utf8');
    names = await readdir(join(directory.path, 'assets'));
  });
  afterAll(() => directory[Symbol.asyncDispose]());

  const text = (name: string): Promise<string> => readFile(join(directory.path, 'assets', name), 'utf8');

  /** A file and every file that it imports before it runs. */
  async function withImports(name: string, found = new Set<string>()): Promise<Set<string>> {
    if (found.has(name)) return found;
    found.add(name);
    for (const [, next = ''] of (await text(name)).matchAll(IMPORT)) await withImports(next, found);
    return found;
  }

  test('take less than 160 KB, packed, to show the first page', async () => {
    const linked = [...html.matchAll(/assets\/([\w.-]+\.(?:js|css))/g)].map(([, name = '']) => name);
    const scripts = linked.filter((name) => name.endsWith('.js'));
    // The page that is opened is a file of its own; the greatest counts, whichever is opened first.
    const pages = names.filter((name) => /^page-.*\.js$/.test(name));
    const sizes = await Promise.all(
      pages.map(async (page) => {
        const files = new Set(linked);
        for (const script of [...scripts, page])
          for (const name of await withImports(script)) files.add(name);
        const packed = await Promise.all([...files].map(async (name) => gzipSync(await text(name)).length));
        return packed.reduce((sum, size) => sum + size, gzipSync(html).length);
      }),
    );
    expect(sizes.length).toBeGreaterThanOrEqual(2);
    expect(Math.max(...sizes)).toBeLessThan(FIRST_LOAD_BYTES);
  });

  test('have nothing inline that the policy forbids, and name nobody else to load from', async () => {
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    for (const name of names.filter((file) => file.endsWith('.css'))) {
      expect(await text(name)).not.toMatch(/url\(\s*["']?(?:https?:)?\/\//);
    }
  });

  test('have every file packed beside it', () => {
    const scripts = names.filter((name) => /\.(?:js|css)$/.test(name));
    for (const name of scripts) expect(names).toEqual(expect.arrayContaining([`${name}.gz`, `${name}.br`]));
  });
});
