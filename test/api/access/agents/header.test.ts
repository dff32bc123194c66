import { expect, test } from 'vitest';
import { authorizationOf, bearerOf, credentialChallenge } from '../../../../api/access/agents/header.ts';

test('a header that comes twice is told as both, whatever its case, and shows no credential', () => {
  expect(authorizationOf(['Host', 'authorization', 'AUTHORIZATION', 'Bearer a'])).toBe('Bearer a');
  const both = authorizationOf(['Authorization', 'Bearer a', 'authorization', 'Bearer b']);
  expect(both).toBe('Bearer a, Bearer b');
  expect(bearerOf(both ?? '')).toBeUndefined();
  expect(authorizationOf(['Host', 'x'])).toBeUndefined();
});

test('a bearer credential is read whatever the case of its scheme', () => {
  expect(bearerOf('bearer  llk_a ')).toBe('llk_a');
  for (const header of ['', 'Bearer', 'Bearer ', 'Basic llk_a', 'llk_a', 'Bearer a b', 'Bearer a\tb']) {
    expect(bearerOf(header)).toBeUndefined();
  }
});

test('the challenge says that a credential is not accepted only where one was shown', () => {
  expect(credentialChallenge(false)).toBe('Bearer realm="launchlens"');
  expect(credentialChallenge(true)).toContain('error="invalid_token"');
});
