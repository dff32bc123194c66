import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LARGEST_PICTURE, PICTURES_DIRECTORY, pngSize } from '../support/readme-pictures.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const README = readFileSync(resolve(ROOT, 'README.md'), 'utf8');
const SHOWN = [...README.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path = '']) => path);

describe('the pictures of the README', () => {
  test('are there, of a size that shows something and is soon loaded', () => {
    expect(SHOWN.length).toBeGreaterThan(0);
    for (const path of SHOWN) {
      const bytes = readFileSync(resolve(ROOT, path));
      const { width, height } = pngSize(bytes);
      expect({ path, wide: width >= 1_000, high: height >= 500 }).toEqual({ path, wide: true, high: true });
      expect(bytes.length, path).toBeLessThan(LARGEST_PICTURE);
    }
  });

  test('are all that is kept, and each says in words what it shows', () => {
    const kept = readdirSync(PICTURES_DIRECTORY).map((name) => `docs/images/${name}`);
    expect(new Set(SHOWN)).toEqual(new Set(kept));
    for (const [image] of README.matchAll(/<img [^>]+>/g)) expect(image).toMatch(/ alt="[^"]{20,}"/);
  });
});
