import { z } from 'zod';
import { eachOnce } from '../each-once.ts';

/** The specification's scopes, in its order; a test compares them with the rules. */
export const SCOPE_NAMES = [
  ...(['read', 'quote', 'intent', 'manage'] as const),
  ...(['trade', 'strategy', 'perps', 'equity', 'wallet_admin'] as const),
] as const;

const EXPECTED_SCOPES = `a list of scopes, each once, out of ${SCOPE_NAMES.join(', ')}`;

export const scopeName = z.enum(SCOPE_NAMES, { error: `one of ${SCOPE_NAMES.join(', ')}` });

export const scopeList = eachOnce(
  z
    .array(scopeName, { error: EXPECTED_SCOPES })
    .min(1, { error: EXPECTED_SCOPES })
    .max(SCOPE_NAMES.length, { error: EXPECTED_SCOPES }),
  EXPECTED_SCOPES,
);
