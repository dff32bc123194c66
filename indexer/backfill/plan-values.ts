import { z } from 'zod';
import { U64_MAX } from '../../schemas/u64.ts';

/** A u64 in a plan or a chunk's detail, which are kept as JSON: decimal text, so that no digit is lost. */
export const unsignedText = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,19})$/)
  .transform(BigInt)
  .refine((value) => value <= U64_MAX, { error: 'not a u64' });

/** JSON in which every bigint is decimal text. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item));
}
