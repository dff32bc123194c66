import { LRUCache } from 'lru-cache';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Scope } from '../../../core/rules/scopes.ts';
import { type ToolDescription, withoutRepeats } from '../catalogue/describe.ts';
import { TOOLSETS, type Tool, type Toolset } from '../catalogue/tool.ts';

type ListMeta = Readonly<Record<string, unknown>>;

/** How a list is written. */
export interface ListTraits {
  /** What it says about all of its tools. */
  readonly shared?: ListMeta | undefined;
  /** Whether tools say nothing of an answer that an earlier one has too. */
  readonly terse?: boolean | undefined;
}

/** One answer of tools/list. */
export interface ToolPage {
  readonly tools: readonly ToolDescription[];
  /** What applies to all of them. */
  readonly _meta?: ListMeta;
  readonly nextCursor?: string;
}

/** Every page of tools/list of one surface as JSON, created once: a hundred tools are 80 KB. */
export class ToolPages {
  readonly #pages = new Map<string | undefined, ToolPage>();
  readonly #json = new Map<unknown, string>();

  constructor(tools: readonly ToolDescription[], pageSize: number, shared?: ListMeta) {
    for (let start = 0; start === 0 || start < tools.length; start += pageSize) {
      const end = start + pageSize;
      const more = end < tools.length;
      const page = {
        tools: tools.slice(start, end),
        ...(more && { nextCursor: cursorOf(end) }),
        ...(shared && { _meta: shared }),
      };
      this.#pages.set(start === 0 ? undefined : cursorOf(start), page);
      this.#json.set(page, JSON.stringify(page));
    }
  }

  /** @throws MCP_PAGE_UNKNOWN */
  page(cursor: string | undefined): ToolPage {
    const page = this.#pages.get(cursor);
    if (page === undefined) throw new LaunchlensError('MCP_PAGE_UNKNOWN', {});
    return page;
  }

  /** The JSON of a page; undefined for any other result. */
  jsonOf(result: unknown): string | undefined {
    return this.#json.get(result);
  }
}

function cursorOf(start: number): string {
  return Buffer.from(`tools ${start}`).toString('base64url');
}

/** Tools per page of tools/list: more than there are, since clients tend to read only the first page. */
const PAGE_SIZE = 200;

/** A tool with its description. */
export interface DescribedTool {
  readonly tool: Tool;
  readonly description: ToolDescription;
}

/** The tools that one request may list and call. */
export class ToolView {
  readonly pages: ToolPages;
  /** Whether it lists a tool that stops agents, which no rate refuses. */
  readonly stopsAgents: boolean;
  readonly #tools: ReadonlyMap<string, Tool>;

  constructor(tools: readonly DescribedTool[], { shared, terse }: ListTraits = {}) {
    this.#tools = new Map(tools.map(({ tool }) => [tool.name, tool]));
    this.stopsAgents = tools.some(({ tool }) => tool.stopsAgents);
    this.pages = new ToolPages(
      withoutRepeats(
        tools.map(({ description }) => description),
        terse,
      ),
      PAGE_SIZE,
      shared,
    );
  }

  find(name: string): Tool | undefined {
    return this.#tools.get(name);
  }
}

/** Lists of a hundred tools are 80 KB; clients mostly narrow them in the same few ways. */
const KEPT_VIEWS = 16;

/** From the headers X-Service-Toolsets and X-Service-Profile. */
export interface Narrowing {
  readonly toolsets?: string | undefined;
  readonly profile?: string | undefined;
  /** The scopes of the caller's credential; undefined for anonymous callers. */
  readonly scopes?: ReadonlySet<Scope> | undefined;
}

/** The views of one surface. Headers narrow the listed and callable tools; nothing widens them. */
export class ToolViews {
  readonly #tools: readonly DescribedTool[];
  readonly #traits: ListTraits;
  readonly #whole: ToolView;
  readonly #narrowed = new LRUCache<string, ToolView>({ max: KEPT_VIEWS });

  constructor(tools: readonly DescribedTool[], traits: ListTraits = {}) {
    this.#tools = tools;
    this.#traits = traits;
    this.#whole = new ToolView(tools, traits);
  }

  /** @throws MCP_TOOLSET_UNKNOWN, MCP_PROFILE_UNKNOWN */
  view({ toolsets, profile, scopes }: Narrowing): ToolView {
    if (toolsets === undefined && profile === undefined) return this.#whole;
    const named = toolsets === undefined ? TOOLSETS : toolsetsOf(toolsets);
    const profiles = profile === undefined ? ['full'] : profilesOf(profile);
    const granted = profiles.includes(GRANTED) ? [...(scopes ?? ['nobody'])].sort().join() : '';
    const key = `${profiles.join()} ${named.join()} ${granted}`;
    const known = this.#narrowed.get(key);
    if (known !== undefined) return known;
    const view = new ToolView(
      this.#tools.filter(
        ({ tool }) =>
          named.includes(tool.toolset) && profiles.every((name) => PROFILES.get(name)?.(tool, scopes)),
      ),
      this.#traits,
    );
    this.#narrowed.set(key, view);
    return view;
  }
}

/** In the order of the catalogue, so that one selection is one key however it was written. */
function toolsetsOf(header: string): readonly Toolset[] {
  const names = namesOf(header);
  const unknown = names.some((name) => !TOOLSETS.some((toolset) => toolset === name));
  if (unknown) throw new LaunchlensError('MCP_TOOLSET_UNKNOWN', { known: TOOLSETS });
  return TOOLSETS.filter((toolset) => names.includes(toolset));
}

function profilesOf(header: string): readonly string[] {
  const names = namesOf(header);
  const unknown = names.some((name) => !PROFILES.has(name));
  if (unknown) throw new LaunchlensError('MCP_PROFILE_UNKNOWN', { known: PROFILE_NAMES });
  return PROFILE_NAMES.filter((profile) => names.includes(profile));
}

function namesOf(header: string): readonly string[] {
  return header.split(',').map((name) => name.trim().toLowerCase());
}

const GRANTED = 'granted';
const TEXT = 'text';
type Belongs = (tool: Tool, scopes: Narrowing['scopes']) => boolean;

/** How a client may narrow a surface, besides toolsets; `text` narrows nothing. */
const PROFILES: ReadonlyMap<string, Belongs> = new Map<string, Belongs>([
  ['full', () => true],
  ['read-only', ({ hints }) => hints.readOnlyHint],
  ['lite', ({ narrow }) => narrow.includes('lite')],
  [GRANTED, ({ anonymous, scope }, scopes) => (scopes === undefined ? anonymous : scopes.has(scope))],
  [TEXT, () => true],
]);

export const PROFILE_NAMES: readonly string[] = [...PROFILES.keys()];

/** Whether a client asks for answers as text too, because its model sees no structured content. */
export function wantsText(profile: string | undefined): boolean {
  return profile !== undefined && namesOf(profile).includes(TEXT);
}
