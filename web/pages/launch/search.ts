import { z } from 'zod';

const shape = z.object({
  /** The slot shown; by default the newest. */
  slot: z
    .string()
    .regex(/^[0-9]{1,15}$/)
    .optional()
    .catch(undefined),
  /** The wallet to look up. */
  wallet: z.string().max(64).optional().catch(undefined),
});

export type LaunchSearch = z.output<typeof shape>;

export function launchSearch(search: Record<string, unknown>): LaunchSearch {
  return shape.parse(search);
}
