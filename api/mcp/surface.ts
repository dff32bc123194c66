import type { Tool } from './catalogue/tool.ts';

/** One MCP address: which tools it lists and what it tells its clients. */
export interface Surface {
  readonly path: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
}
