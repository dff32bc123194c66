import { z } from 'zod';

export const nextCursor = z
  .string()
  .nullable()
  .meta({
    description: 'Opaque; pass it as `cursor` for the next page at the same slot. Null on the last page.',
    examples: [null],
  });
