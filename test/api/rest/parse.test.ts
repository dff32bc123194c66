import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseBody, parseParameters } from '../../../api/rest/parse.ts';
import { beforeRow, numberNamed, rowLimit } from '../../../api/rest/row-pages.ts';
import * as given from '../../../schemas/reads/arguments.ts';

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

test('all that is wrong with a body is named at once', () => {
  const parse = () => parseBody(SHAPE, { label: 1, scopes: 'read', more: 1 });
  expect(parse).toThrow(
    'label must be a string. scopes must be a list. more must be left out: it is not a known field.',
  );
});

describe('a malformed path or query value is refused in the same sentence', () => {
  const route = {
    pathParameters: { launch_id: given.launchId, delivery_id: numberNamed('a delivery') },
    queryParameters: {
      ...{ status: given.status, min_slot: given.freshness.min_slot, min_amount: given.minAmount },
      ...{ wallet: given.walletPart, limit: rowLimit, before: beforeRow },
    },
  };
  test.each([
    [{ launch_id: '-1' }, {}, 'launch_id must be a whole number from 0 to 18446744073709551615.'],
    [{ delivery_id: '0' }, {}, 'delivery_id must be the id of a delivery.'],
    [{}, { status: 'open' }, 'status must be one of pending, active, succeeded, failed, finalized.'],
    [{}, { min_slot: '1e3' }, 'min_slot must be a slot: a whole number from 0 to 9007199254740991.'],
    [{}, { min_amount: '01' }, 'min_amount must be a whole number from 0 to 18446744073709551615.'],
    [{}, { wallet: 'me' }, 'wallet must be a base58 public key of 32 bytes.'],
    [{}, { limit: ['1', '2'] }, 'limit must be a whole number from 1 to 200.'],
    [{}, { limit: '201' }, 'limit must be a whole number from 1 to 200.'],
    [{}, { before: 'last' }, 'before must be the id of the last row of the previous page.'],
    [
      { launch_id: '-1' },
      { status: 'open', limit: '201' },
      'launch_id must be a whole number from 0 to 18446744073709551615. status must be one of pending, active, succeeded, failed, finalized. limit must be a whole number from 1 to 200.',
    ],
    [
      { launch_id: '-1' },
      { depth: '1', height: '2' },
      'depth and height must be left out: this path accepts only status, min_slot, min_amount, wallet, limit, before. launch_id must be a whole number from 0 to 18446744073709551615.',
    ],
    [
      {},
      { depth: '1' },
      'depth must be left out: this path accepts only status, min_slot, min_amount, wallet, limit, before.',
    ],
  ])('%j %j', (path, query, message) => {
    const parse = () => parseParameters(route, { launch_id: '7', delivery_id: '1', ...path }, query);
    expect(parse).toThrow(expect.objectContaining({ status: 400, message }));
  });

  test('and a parameter of a path without any is too', () => {
    const message = 'limit must be left out: this path accepts no parameters.';
    expect(() => parseParameters({}, {}, { limit: '1' })).toThrow(expect.objectContaining({ message }));
  });
});
