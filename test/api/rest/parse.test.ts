import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseBody } from '../../../api/rest/parse.ts';

const SHAPE = z.strictObject({
  label: z.string().max(3),
  scopes: z.array(z.enum(['read', 'quote'])).max(2),
  deep: z.strictObject({ on: z.boolean() }).optional(),
  days: z.int().min(1).optional(),
  mint: z.string({ error: 'a base58 public key of 32 bytes' }).optional(),
});

describe('a body of the wrong shape is refused in one sentence', () => {
  test.each([
    [{ extra: 1 }, 'extra must be left out: it is not a known field.'],
    [{ deep: { on: true, off: 1 } }, 'deep.off must be left out: it is not a known field.'],
    [{ ['x'.repeat(60)]: 1 }, `${'x'.repeat(40)}… must be left out: it is not a known field.`],
    [{ label: undefined }, 'label must be a string.'],
    [{ label: 'long' }, 'label must be a string of at most 3 characters.'],
    [{ scopes: 'read' }, 'scopes must be a list.'],
    [{ scopes: ['read', 'read', 'read'] }, 'scopes must be a list of at most 2 items.'],
    [{ scopes: ['llk_secret'] }, 'scopes.0 must be one of read, quote.'],
    [{ deep: 1 }, 'deep must be a JSON object.'],
    [{ deep: { on: 1 } }, 'deep.on must be true or false.'],
    [{ days: 0 }, 'days must be at least 1.'],
    [{ days: 1.5 }, 'days must be a whole number.'],
    [{ mint: 1 }, 'mint must be a base58 public key of 32 bytes.'],
  ])('%j', (change, message) => {
    const parse = () => parseBody(SHAPE, { label: 'a', scopes: [], ...change });
    expect(parse).toThrow(expect.objectContaining({ code: 'PARAMETER_MALFORMED', message }));
  });
});
