import { z } from 'zod';
import { LaunchlensError } from '../core/kernel/errors/error.ts';

const field = z.object({ name: z.string().min(1), docs: z.array(z.string()).optional(), type: z.unknown() });

const typeDefinition = z.object({
  name: z.string().min(1),
  docs: z.array(z.string()).optional(),
  type: z.object({ kind: z.literal('struct'), fields: z.array(field) }),
});

const account = z.object({
  name: z.string().min(1),
  discriminator: z.array(z.int().min(0).max(255)).length(8),
});

const programError = z.object({ code: z.int().nonnegative(), name: z.string(), msg: z.string().optional() });

/** The subset of Anchor's IDL, specification 0.1.0, that is used here; instructions are parsed where they are used. */
const idlSchema = z.object({
  address: z.string(),
  metadata: z.object({ name: z.string(), version: z.string(), spec: z.literal('0.1.0') }),
  instructions: z.array(z.unknown()),
  accounts: z.array(account),
  types: z.array(typeDefinition),
  errors: z.array(programError).optional(),
});

export type Idl = z.output<typeof idlSchema>;

/** @throws IDL_MALFORMED naming the first place that does not follow Anchor's IDL 0.1.0. */
export function parseIdl(json: unknown): Idl {
  const parsed = idlSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(String).join('.') || 'its root';
  throw new LaunchlensError(
    'IDL_MALFORMED',
    { path, reason: issue?.message ?? 'unknown shape' },
    parsed.error,
  );
}
