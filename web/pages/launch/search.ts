import { z } from 'zod';

const shape = z.object({
  /** The slot whose state is shown; the newest without one. */
  slot: z
    .string()
    .regex(/^[0-9]{1,15}$/)
    .optional()
    .catch(undefined),
  /** The wallet that is looked up. */
  wallet: z.string().max(64).optional().catch(undefined),
});

export type LaunchSearch = z.output<typeof shape>;

export function launchSearch(search: Record<string, unknown>): LaunchSearch {
  return shape.parse(search);
}
