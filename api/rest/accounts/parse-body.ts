import type { ZodType } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';

/** The value of a request's JSON body. @throws BODY_MALFORMED, PARAMETER_MALFORMED naming the member */
export function parseBody<Body>(shape: ZodType<Body>, body: unknown): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new LaunchlensError('BODY_MALFORMED', { expected: 'a JSON object' });
  }
  const parsed = shape.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = issue?.path.join('.') || 'the body';
  throw new LaunchlensError('PARAMETER_MALFORMED', { name, expected: issue?.message ?? 'something else' });
}
