import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { inputSchema } from '../api/mcp/catalogue/json-schema.ts';
import type { Tool } from '../api/mcp/catalogue/tool.ts';
import { TOOLSETS } from '../api/mcp/catalogue/toolsets.ts';
import { SURFACES } from '../api/mcp/surfaces.ts';
import { TOOLS } from '../api/mcp/tools/all.ts';
import { holdOf } from '../core/rules/gates.ts';
import { marketOf } from '../core/rules/jurisdictions.ts';

export const TOOLS_PAGE = new URL('../docs/tools.md', import.meta.url);

const HEAD = `# The tools

Every tool of the MCP surfaces, by toolset. [agents.md](agents.md) says how to reach them. This page is written from the
catalogue by \`node scripts/tools-page.ts\`.

*Effect* is what a tool's annotations tell clients: \`read\` changes nothing, \`change\` adds or sets something, \`destructive\`
can remove something or move value.

*Held by* says what stops a tool, beside its scope: \`kill switch\` alone, or \`all gates\`, in this order: kill switch and pause
(\`wallet_killed\`, \`wallet_paused\`), permission mode (\`permission_mode_forbids\`), arguments (\`parameter_malformed\`,
\`tool_argument_unknown\`, \`secret_refused\`), wallet policy (\`policy_forbids\`), limits (\`limit_exceeded\`), and where a market is
named, or the kind of a strategy trades on one, jurisdiction (\`jurisdiction_unknown\`, \`jurisdiction_forbids\`). Every tool may answer \`missing_scope\`, with \`scope\`.

Below each table: what the tools take (bold: required; \`tools/list\` has the schemas), what they answer, and the codes that
they may fail with beside those. A failure is \`isError\` with \`{code, detail, remedy}\`; [errors.md](errors.md) explains each code.
`;

/** The whole page, as the catalogue has it. */
export function toolsPage(): string {
  const sections = TOOLSETS.map((toolset) => {
    const tools = TOOLS.filter((tool) => tool.toolset === toolset);
    if (tools.length === 0) return '';
    return [`## ${toolset}\n\n${table(tools)}\n`, ...tools.map(detail)].join('\n');
  });
  return [HEAD, ...sections.filter(Boolean)].join('\n');
}

function table(tools: readonly Tool[]): string {
  const rows = tools.map((tool) => {
    const cells = [`\`${tool.name}\``, `\`${tool.scope}\``, effect(tool), gates(tool), surfaces(tool)];
    return `| ${[...cells, summary(tool)].join(' | ')} |`;
  });
  return [
    '| tool | scope | effect | held by | surfaces | what it does |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** What a tool takes and answers, and what it fails with beside its gates and its arguments. */
function detail({ name, input, serving, failures }: Tool): string {
  const taken = members(inputSchema(input));
  const given = members(z.toJSONSchema(serving.output, { unrepresentable: 'any' }));
  const codes = failures.map((code) => `\`${code.toLowerCase()}\``);
  return [
    `### ${name}\n`,
    taken.length === 0 ? '- takes nothing' : `- takes ${taken.map(member).join(', ')}`,
    `- answers ${given.map((one) => `\`${one.name}\``).join(', ')}`,
    ...(codes.length > 0 ? [`- may fail with ${codes.join(', ')}`] : []),
    '',
  ].join('\n');
}

interface Member {
  readonly name: string;
  readonly required: boolean;
}

function members(schema: Readonly<Record<string, unknown>>): Member[] {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: readonly string[] };
  return Object.keys(properties).map((name) => ({ name, required: required.includes(name) }));
}

function member({ name, required }: Member): string {
  return required ? `**\`${name}\`**` : `\`${name}\``;
}

function gates(tool: Tool): string {
  const holds = { none: 'nothing', kill: 'kill switch', all: 'all gates' };
  const market = marketOf(tool);
  return market === undefined ? holds[holdOf(tool)] : `${holds[holdOf(tool)]}, market \`${market}\``;
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
  return description.replaceAll('|', '\\|');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TOOLS_PAGE, toolsPage());
