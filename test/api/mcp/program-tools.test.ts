import { expect, test } from 'vitest';
import { describeTool, withoutRepeats } from '../../../api/mcp/catalogue/describe.ts';
import { SURFACES, surfacesWithPrograms } from '../../../api/mcp/surfaces.ts';

const NAMES = [
  'list_programs',
  'list_accounts',
  'get_account',
  'account_history',
  'list_instructions',
  'list_events',
];
const LARGEST_LIST = 80 * 1024;

const named = (surface: { readonly tools: readonly { readonly name: string }[] } | undefined) =>
  surface?.tools.map(({ name }) => name) ?? [];

test('tools of programs are listed only with programs, on the wide surfaces', () => {
  for (const surface of SURFACES) {
    const { path } = surface;
    const listed = named(surfacesWithPrograms().find((other) => other.path === path));
    const isWide = ['/mcp', '/mcp/agent-v1', '/mcp/chatgpt-v1'].includes(path);
    expect(listed, path).toEqual(isWide ? [...named(surface), ...NAMES] : named(surface));
  }
});

test('with them, agent-v1 still lists its tools in at most 80 KB', () => {
  const agent = surfacesWithPrograms().find(({ path }) => path === '/mcp/agent-v1');
  const described = (agent?.tools ?? []).map((tool) => describeTool(tool, agent?.detail));
  const list = withoutRepeats(described, agent?.terse);
  expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThanOrEqual(LARGEST_LIST);
});
