import type { Tool } from './tool.ts';

/** How a client may narrow a surface, besides toolsets. */
const PROFILES: ReadonlyMap<string, (tool: Tool) => boolean> = new Map([
  ['full', () => true],
  ['read-only', ({ hints }: Tool) => hints.readOnlyHint],
  ['lite', ({ narrow }: Tool) => narrow.includes('lite')],
]);

export const PROFILE_NAMES: readonly string[] = [...PROFILES.keys()];

/** Undefined for an unknown name. */
export function profileOf(name: string): ((tool: Tool) => boolean) | undefined {
  return PROFILES.get(name);
}
