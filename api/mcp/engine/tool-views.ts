import { LRUCache } from 'lru-cache';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { ToolDescription } from '../catalogue/describe.ts';
import { PROFILE_NAMES, profileOf } from '../catalogue/profiles.ts';
import { TOOLSETS, type Toolset } from '../catalogue/toolsets.ts';
import { type DescribedTool, ToolView } from './tool-view.ts';

/** Lists of a hundred tools are 300 KB; clients mostly narrow them in the same few ways. */
const KEPT_VIEWS = 16;

/** From the headers X-Service-Toolsets and X-Service-Profile. */
export interface Narrowing {
  readonly toolsets?: string | undefined;
  readonly profile?: string | undefined;
}

/** The views of one surface. Headers narrow the listed and callable tools; nothing widens them. */
export class ToolViews {
  readonly #tools: readonly DescribedTool[];
  readonly #shared: ToolDescription['_meta'];
  readonly #whole: ToolView;
  readonly #narrowed = new LRUCache<string, ToolView>({ max: KEPT_VIEWS });

  /** @param shared what lists say about all of their tools */
  constructor(tools: readonly DescribedTool[], shared?: ToolDescription['_meta']) {
    this.#tools = tools;
    this.#shared = shared;
    this.#whole = new ToolView(tools, shared);
  }

  /** @throws MCP_TOOLSET_UNKNOWN, MCP_PROFILE_UNKNOWN */
  view({ toolsets, profile }: Narrowing): ToolView {
    if (toolsets === undefined && profile === undefined) return this.#whole;
    const named = toolsets === undefined ? TOOLSETS : toolsetsOf(toolsets);
    const name = profile?.trim().toLowerCase() ?? 'full';
    const belongs = profileOf(name);
    if (belongs === undefined) throw new LaunchlensError('MCP_PROFILE_UNKNOWN', { known: PROFILE_NAMES });
    const key = `${name} ${named.join()}`;
    const known = this.#narrowed.get(key);
    if (known !== undefined) return known;
    const view = new ToolView(
      this.#tools.filter(({ tool }) => named.includes(tool.toolset) && belongs(tool)),
      this.#shared,
    );
    this.#narrowed.set(key, view);
    return view;
  }
}

/** In the order of the catalogue, so that one selection is one key however it was written. */
function toolsetsOf(header: string): readonly Toolset[] {
  const names = header.split(',').map((name) => name.trim().toLowerCase());
  const unknown = names.some((name) => !TOOLSETS.some((toolset) => toolset === name));
  if (unknown) throw new LaunchlensError('MCP_TOOLSET_UNKNOWN', { known: TOOLSETS });
  return TOOLSETS.filter((toolset) => names.includes(toolset));
}
