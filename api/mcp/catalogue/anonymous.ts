import type { Tool } from './tool.ts';

/** Scopes whose tools are free to everybody. */
const FREE = ['read', 'quote'];

/**
 * Whether a tool may be called without a credential: it reads or quotes, changes nothing, and shows no private data.
 */
export function isAnonymous({ scope, hints, owner }: Pick<Tool, 'scope' | 'hints' | 'owner'>): boolean {
  return FREE.includes(scope) && hints.readOnlyHint && !owner;
}
