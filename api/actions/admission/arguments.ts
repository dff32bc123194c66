import type { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { refuseSecrets } from '../../../core/kernel/secret-shapes.ts';
import { unknownNames, wrongIn, wrongValues } from '../../../core/kernel/wrong-value.ts';
import { type Gated, isAudited } from '../../../core/rules/gates.ts';
import type { KnownToken } from '../tokens/known.ts';
import type { Values } from './call.ts';
import { withMints } from './named-mints.ts';

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
 * @throws PARAMETER_MALFORMED, TOOL_ARGUMENT_UNKNOWN, naming all invalid arguments
 */
export function parseArguments(input: z.ZodObject, raw: unknown): Values {
  const known = Object.keys(input.shape);
  const given = Object.entries(raw ?? {});
  const unknown = given.map(([name]) => name).filter((name) => !known.includes(name));
  // Without the unknown ones, of which a strict schema would complain too.
  const parsed = input.safeParse(
    unknown.length === 0 ? raw : Object.fromEntries(given.filter(([name]) => known.includes(name))),
  );
  if (unknown.length > 0) {
    const wrong = parsed.success ? [] : wrongIn(parsed.error);
    throw new LaunchlensError('TOOL_ARGUMENT_UNKNOWN', { ...unknownNames(unknown, wrong), known });
  }
  if (parsed.success) return parsed.data;
  throw new LaunchlensError('PARAMETER_MALFORMED', wrongValues(parsed.error));
}
