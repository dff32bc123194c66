import { z } from 'zod';
import { INTENT_STATUSES } from '../../../model/intents.ts';

const shape = z.object({ status: z.enum(INTENT_STATUSES).optional().catch(undefined) });

export type IntentsSearch = z.output<typeof shape>;

export function intentsSearch(search: Record<string, unknown>): IntentsSearch {
  return shape.parse(search);
}
