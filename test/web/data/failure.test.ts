import { describe, expect, test } from 'vitest';
import { Failure, kindOf, mayPass } from '../../../web/data/failure.ts';
import { refused } from '../../../web/data/http.ts';

describe('a refusal', () => {
  test('is of the kind of its code, however an API writes it, before that of its status', () => {
    expect(kindOf(503)).toBe('not_ready');
    for (const code of ['CHAIN_UNREADABLE', 'chain_unreadable'])
      expect(kindOf(503, code)).toBe('node_silent');
    expect(kindOf(503, 'something_else')).toBe('not_ready');
    expect(kindOf(418)).toBe('refused');
  });

  test('of REST says by its code that the node is silent, and not the index', () => {
    const failure = refused(503, { detail: 'The chain cannot be read.', code: 'chain_unreadable' });
    expect(failure).toMatchObject({ kind: 'node_silent', code: 'chain_unreadable', status: 503 });
    expect(mayPass(failure)).toBe(true);
    expect(mayPass(new Failure({ kind: 'refused', detail: 'No.' }))).toBe(false);
  });

  test('of REST says by its code that a sign-in is too old, and not that it ended', () => {
    expect(refused(401, { detail: 'Sign in again.', code: 'sign_in_too_old' }).kind).toBe('sign_in_too_old');
    expect(refused(401, { detail: 'The token is refused.' }).kind).toBe('signed_out');
  });
});
