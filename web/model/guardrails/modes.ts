import type { PermissionMode } from '../../../core/rules/permission-mode.ts';

/** The permission modes in words for owners. */
export const MODES: Readonly<Record<PermissionMode, { readonly label: string; readonly meaning: string }>> = {
  observe: { label: 'Observe', meaning: 'Agents can read, and propose nothing.' },
  propose: { label: 'Propose', meaning: 'Agents propose; you approve each intent.' },
  delegate: {
    label: 'Delegate',
    meaning: 'Intents within your policy and limits are approved at once. Your wallet still signs each.',
  },
};
