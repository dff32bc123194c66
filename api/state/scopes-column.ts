import { z } from 'zod';
import { SCOPES } from '../../core/rules/scopes.ts';

/** `array_to_string(scopes, ',')`. An unknown scope makes the row unreadable, never broader. */
export const scopesColumn = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(SCOPES)));
