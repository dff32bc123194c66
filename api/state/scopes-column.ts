import { z } from 'zod';
import { SCOPES } from '../../core/rules/scopes.ts';

/** `array_to_string(scopes, ',')`. A scope that this version does not know makes the row unreadable, never wider. */
export const scopesColumn = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(SCOPES)));
