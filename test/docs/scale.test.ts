import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGE, pageOf, readPoints } from '../bench/scale/page.ts';

test('docs/scale.md shows what docs/scale.json holds: write it with npm run scale -- --draw', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(pageOf(readPoints()));
});
