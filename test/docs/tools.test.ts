import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { TOOLS } from '../../api/mcp/tools/all.ts';
import { PROGRAM_TOOLS } from '../../api/mcp/tools/programs.ts';
import { TOOLS_PAGE, toolsPage } from '../../scripts/tools-page.ts';

test('docs/tools.md is what the catalogue says; node scripts/tools-page.ts writes it anew', () => {
  expect(readFileSync(TOOLS_PAGE, 'utf8')).toBe(toolsPage());
});

test('docs/tools.md names every tool once', () => {
  const named = [...toolsPage().matchAll(/^\| `(\w+)` \| /gm)].map(([, name]) => name);

  expect(named.toSorted()).toEqual([...TOOLS, ...PROGRAM_TOOLS].map(({ name }) => name).toSorted());
});
