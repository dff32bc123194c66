import { z } from 'zod';
import { statusShape } from '../../data/launch-shapes.ts';

const shape = z.object({
  /** Only launches of this status. */
  status: statusShape.optional().catch(undefined),
  /** Where the listing continues. */
  after: z.string().max(500).optional().catch(undefined),
});

export type HomeSearch = z.output<typeof shape>;

export function homeSearch(search: Record<string, unknown>): HomeSearch {
  return shape.parse(search);
}
