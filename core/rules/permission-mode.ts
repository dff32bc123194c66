import type { Hold } from './gates.ts';

/**
 * How much agents may do without asking, from least to most: propose nothing; propose, and the owner approves
 * each intent; or have intents within policy and limits approved immediately. Signing is never included.
 */
export const PERMISSION_MODES = ['observe', 'propose', 'delegate'] as const;

export type PermissionMode = (typeof PERMISSION_MODES)[number];

export function modeForbids(mode: PermissionMode, hold: Hold): boolean {
  return mode === 'observe' && hold === 'all';
}

/** Whether a mode lets agents do more than another. */
export function modeWidens(now: PermissionMode, next: PermissionMode): boolean {
  return PERMISSION_MODES.indexOf(next) > PERMISSION_MODES.indexOf(now);
}
