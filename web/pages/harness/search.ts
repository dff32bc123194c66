import { z } from 'zod';

const shape = z.object({ show: z.literal('example').optional().catch(undefined) });

export type HarnessSearch = z.output<typeof shape>;

export function harnessSearch(search: Record<string, unknown>): HarnessSearch {
  return shape.parse(search);
}
