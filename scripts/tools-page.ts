import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Tool } from '../api/mcp/catalogue/tool.ts';
import { TOOLSETS } from '../api/mcp/catalogue/toolsets.ts';
import { SURFACES } from '../api/mcp/surfaces.ts';
import { TOOLS } from '../api/mcp/tools/all.ts';

export const TOOLS_PAGE = new URL('../docs/tools.md', import.meta.url);

const HEAD = `# The tools

Every tool of the MCP surfaces, by toolset. [agents.md](agents.md) says how to reach them. This page is written from the
catalogue by \`node scripts/tools-page.ts\`.

A tool *works* when it answers today. The others are listed with the scope that they need, and answer
\`not_available_yet\`, whatever they are given. *Effect* is what its annotations tell clients: \`read\` changes nothing,
\`change\` adds or sets something, \`destructive\` can remove something or move value.
`;

/** The whole page, as the catalogue has it. */
export function toolsPage(): string {
  const sections = TOOLSETS.map((toolset) => {
    const tools = TOOLS.filter((tool) => tool.toolset === toolset);
    return tools.length === 0 ? '' : `## ${toolset}\n\n${table(tools)}\n`;
  });
  return [HEAD, ...sections.filter(Boolean)].join('\n');
}

function table(tools: readonly Tool[]): string {
  const rows = tools.map((tool) => {
    const cells = [
      `\`${tool.name}\``,
      tool.serving ? 'yes' : 'not yet',
      `\`${tool.scope}\``,
      effect(tool),
      surfaces(tool),
    ];
    return `| ${[...cells, summary(tool)].join(' | ')} |`;
  });
  return [
    '| tool | works | scope | effect | surfaces | what it does |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function effect({ hints }: Tool): string {
  if (hints.readOnlyHint) return 'read';
  return hints.destructiveHint ? 'destructive' : 'change';
}

function surfaces({ name }: Tool): string {
  const listing = SURFACES.filter(({ tools }) => tools.some((tool) => tool.name === name));
  return listing.map(({ path }) => path.replace('/mcp/', '').replace('/mcp', 'public')).join(', ');
}

function summary({ description }: Tool): string {
  return description.replace(/ Not available yet: .*$/, '').replaceAll('|', '\\|');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TOOLS_PAGE, toolsPage());
