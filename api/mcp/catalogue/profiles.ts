import { LITE_TOOLS } from './lite.ts';
import type { Tool } from './tool.ts';

/** What a client may ask a surface to be narrowed to, beside toolsets. */
const PROFILES: ReadonlyMap<string, (tool: Tool) => boolean> = new Map([
  ['full', () => true],
  ['read-only', ({ hints }: Tool) => hints.readOnlyHint],
  ['lite', ({ name }: Tool) => LITE_TOOLS.includes(name)],
]);

export const PROFILE_NAMES: readonly string[] = [...PROFILES.keys()];

/** Undefined for a name that is none. */
export function profileOf(name: string): ((tool: Tool) => boolean) | undefined {
  return PROFILES.get(name);
}
