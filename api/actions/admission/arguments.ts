import type { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { refuseSecrets } from '../../../core/kernel/secret-shapes.ts';
import { wrongValue } from '../../../core/kernel/wrong-value.ts';
import { type Gated, isAudited } from '../../../core/rules/gates.ts';
import type { KnownToken } from '../tokens/known.ts';
import type { Values } from './call.ts';
import { withMints } from './named-mints.ts';

const LONGEST_NAME = 40;

/**
 * @param known the tokens whose symbols may stand for their mints
 * @throws SECRET_REFUSED, ARGUMENTS_TOO_LARGE, TOKEN_AMBIGUOUS, and those of `parseArguments`
 */
export function argumentsOf(
  tool: Gated & { readonly input: z.ZodObject },
  raw: unknown,
  known: readonly KnownToken[] = [],
): Values {
  const search = (): void => {
    if (isAudited(tool)) refuseSecrets(raw, { hexKeys: tool.scope === 'wallet_admin' });
  };
  let values: Values;
  try {
    values = parseArguments(tool.input, withMints(raw, known));
  } catch (flaw) {
    // Whoever sends a key along with a mistake must learn that it leaked.
    search();
    throw flaw;
  }
  search();
  return values;
}

/**
 * The parsed arguments of a call.
 * @throws PARAMETER_MALFORMED, TOOL_ARGUMENT_UNKNOWN, naming the first invalid argument
 */
export function parseArguments(input: z.ZodObject, raw: unknown): Values {
  const known = Object.keys(input.shape);
  const unknown = Object.keys(raw ?? {}).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new LaunchlensError('TOOL_ARGUMENT_UNKNOWN', { name: shown(unknown), known });
  const parsed = input.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new LaunchlensError('PARAMETER_MALFORMED', wrongValue(parsed.error));
}

function shown(name: string): string {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
}
