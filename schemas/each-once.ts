import type { z } from 'zod';

/** A list whose items all differ, which a published schema says too. */
export function eachOnce<List extends z.ZodArray>(list: List, error: string) {
  return list
    .refine((items) => new Set(items.map((each) => JSON.stringify(each))).size === items.length, { error })
    .meta({ uniqueItems: true });
}
