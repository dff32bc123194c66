import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { inputSchema } from '../api/mcp/catalogue/json-schema.ts';
import { TOOLSETS, type Tool } from '../api/mcp/catalogue/tool.ts';
import { surfacesWithPrograms } from '../api/mcp/surfaces.ts';
import { TOOLS } from '../api/mcp/tools/all.ts';
import { PROGRAM_TOOLS } from '../api/mcp/tools/programs.ts';
import type { ErrorCode } from '../core/kernel/errors/error.ts';
import { STRATEGY_KIND_NAMES } from '../schemas/strategies/kinds.ts';
import { creatorOf, whyNotRun } from '../schemas/strategies/run.ts';

export const TOOLS_PAGE = new URL('../docs/tools.md', import.meta.url);

const HEAD = `# The tools

Every tool of the MCP surfaces, by toolset. Those of the toolset \`programs\` are listed only where a program is followed.
[agents.md](agents.md) says how to reach them. This page is written from the catalogue by \`node scripts/tools-page.ts\`.

*Effect* is what a tool's annotations tell clients: \`read\` changes nothing, \`change\` adds or sets something, \`destructive\`
can remove something or move value.

*Reach* is how far a call goes. \`end to end\`: with what Launchlens has itself, up to the intent that the owner signs. \`venue\`: only
where the operator has configured the outside service that it asks; otherwise a call is refused by name, or an alert is stored with
the reason. \`record\`: it keeps what was said, and nothing acts by it.

*Held by* says what refuses a tool, besides its scope. \`all gates\` are, in this order: kill switch and pause
(\`wallet_killed\`, \`wallet_paused\`), permission mode (\`permission_mode_forbids\`), arguments (\`parameter_malformed\`,
\`tool_argument_unknown\`, \`secret_refused\`), wallet policy (\`policy_forbids\`) and limits (\`limit_exceeded\`). The wallet
policy applies to every call with a credential, reads too, except to what stops agents. Where a market is named, or the
arguments name an equity token or a strategy that trades on a market, jurisdiction is checked last (\`jurisdiction_unknown\`,
\`jurisdiction_forbids\`). Every tool may answer \`missing_scope\`, with \`scope\`.

Below each table: what the tools take (bold: required; \`tools/list\` has the schemas), what they answer, and the codes that
they may fail with beside those. A failure is \`isError\` with \`{code, detail, remedy}\`; [errors.md](errors.md) explains each code.
`;

/** The whole page, generated from the catalogue. */
export function toolsPage(): string {
  const sections = TOOLSETS.map((toolset) => {
    const tools = [...TOOLS, ...PROGRAM_TOOLS].filter((tool) => tool.toolset === toolset);
    if (tools.length === 0) return '';
    return [`## ${toolset}\n\n${table(tools)}\n`, ...tools.map(detail)].join('\n');
  });
  return [HEAD, ...sections.filter(Boolean)].join('\n');
}

function table(tools: readonly Tool[]): string {
  const rows = tools.map((tool) => {
    const name = `\`${tool.name}\``;
    const cells = [name, `\`${tool.scope}\``, effect(tool), reachOf(tool), gates(tool), surfaces(tool)];
    return `| ${[...cells, summary(tool)].join(' | ')} |`;
  });
  return [
    '| tool | scope | effect | reach | held by | surfaces | what it does |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** A tool's arguments and answer, and its errors besides those of its checks and arguments. */
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

const HELD_BY = { none: 'wallet policy', kill: 'kill switch, wallet policy', all: 'all gates' } as const;

function gates({ hold, market, stopsAgents }: Tool): string {
  if (stopsAgents) return 'nothing';
  return market === undefined ? HELD_BY[hold] : `${HELD_BY[hold]}, market \`${market}\``;
}

function effect({ hints }: Tool): string {
  if (hints.readOnlyHint) return 'read';
  return hints.destructiveHint ? 'destructive' : 'change';
}

const OUTSIDE: readonly ErrorCode[] = ['VENUE_NOT_CONFIGURED', 'PRICES_NOT_CONFIGURED'];
/** Creators of strategies of the kinds that nothing runs. */
const ONLY_STORING = new Set(
  STRATEGY_KIND_NAMES.filter((kind) => whyNotRun(kind) !== undefined).map(creatorOf),
);

/** What they set acts only with a venue; without one, their answers say why it does not. */
const WATCHING_VENUES: readonly string[] = ['set_liquidation_alert'];

function reachOf({ name, recordsOnly, failures }: Tool): string {
  if (recordsOnly || ONLY_STORING.has(name)) return 'record';
  const asksVenue = WATCHING_VENUES.includes(name) || failures.some((code) => OUTSIDE.includes(code));
  return asksVenue ? 'venue' : 'end to end';
}

function surfaces({ name }: Tool): string {
  const listing = surfacesWithPrograms().filter(({ tools }) => tools.some((tool) => tool.name === name));
  return listing.map(({ path }) => path.replace('/mcp/', '').replace('/mcp', 'public')).join(', ');
}

function summary({ description }: Tool): string {
  return description.replaceAll('|', '\\|');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(TOOLS_PAGE, toolsPage());
