import { z } from 'zod';

export const PARTS = ['keys', 'guardrails', 'webhooks', 'activity', 'rewards'] as const;
export type Part = (typeof PARTS)[number];

const shape = z.object({ part: z.enum(PARTS).optional().catch(undefined) });

export type SettingsSearch = z.output<typeof shape>;

export function settingsSearch(search: Record<string, unknown>): SettingsSearch {
  return shape.parse(search);
}
