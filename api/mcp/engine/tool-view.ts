import type { ToolDescription } from '../catalogue/describe.ts';
import type { Tool } from '../catalogue/tool.ts';
import { ToolPages } from './tool-pages.ts';

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

  constructor(tools: readonly DescribedTool[], shared?: ToolDescription['_meta']) {
    this.#tools = new Map(tools.map(({ tool }) => [tool.name, tool]));
    this.stopsAgents = tools.some(({ tool }) => tool.stopsAgents);
    this.pages = new ToolPages(
      tools.map(({ description }) => description),
      PAGE_SIZE,
      shared,
    );
  }

  find(name: string): Tool | undefined {
    return this.#tools.get(name);
  }
}
