import type { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';

const LONGEST_NAME = 40;

/**
 * The parsed arguments of a call.
 * @throws PARAMETER_MALFORMED, TOOL_ARGUMENT_UNKNOWN, naming the first invalid argument
 */
export function parseArguments(input: z.ZodObject, raw: unknown): Readonly<Record<string, unknown>> {
  const known = Object.keys(input.shape);
  const unknown = Object.keys(raw ?? {}).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new LaunchlensError('TOOL_ARGUMENT_UNKNOWN', { name: shown(unknown), known });
  const parsed = input.safeParse(raw);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'well-formed' };
  throw new LaunchlensError('PARAMETER_MALFORMED', { name: path.join('.'), expected: message });
}

function shown(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}
