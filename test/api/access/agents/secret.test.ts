import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { randomText } from '../../../../api/access/agents/base62.ts';
import { createSecrets, secretHash } from '../../../../api/access/agents/secret.ts';

const secrets = createSecrets({ token: 'llp_', key: 'llk_' });

test('a secret is its prefix, 32 characters and a checksum of 6, and is told by them', () => {
  for (const kind of ['token', 'key'] as const) {
    const { secret, print } = secrets.make(kind);
    expect(secret).toMatch(kind === 'token' ? /^llp_[0-9A-Za-z]{38}$/ : /^llk_[0-9A-Za-z]{38}$/);
    expect(secrets.kindOf(secret)).toBe(kind);
    expect(print).toEqual({ hash: secretHash(secret), prefix: secret.slice(0, 4), last4: secret.slice(-4) });
    expect(print.hash).toBe(createHash('sha256').update(secret).digest('hex'));
  }
});

test('one wrong character, one more or one less is no secret', () => {
  const { secret } = secrets.make('key');
  fc.assert(
    fc.property(fc.nat(secret.length - 1), fc.constantFrom(...'0Az_'), (at, character) => {
      const changed = `${secret.slice(0, at)}${character}${secret.slice(at + 1)}`;
      expect(secrets.kindOf(changed)).toBe(changed === secret ? 'key' : undefined);
    }),
  );
  for (const text of [
    secret.slice(1),
    `${secret}0`,
    ` ${secret}`,
    secret.replace('llk', 'llp'),
    '',
    'llk_',
  ]) {
    expect(secrets.kindOf(text)).toBeUndefined();
  }
});

test('no two secrets are equal, and every character comes up', () => {
  const made = Array.from({ length: 1000 }, () => secrets.make('key').secret);
  expect(new Set(made).size).toBe(1000);
  const seen = new Set(made.map((secret) => secret.slice(4, 36)).join(''));
  expect(seen.size).toBe(62);
});

test('characters of an alphabet that does not divide 256 are drawn evenly', () => {
  const text = randomText(200_000, 'BCDFGHJKLMNPQRSTVWXZ');
  const counts = Object.values(Object.groupBy(text, (character) => character)).map((all) => all?.length ?? 0);
  expect(counts).toHaveLength(20);
  // Ten standard deviations of a fair draw.
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(1_000);
});

test('both kinds may not have one prefix', () => {
  expect(() => createSecrets({ token: 'x_', key: 'x_' })).toThrow(
    'Set it to another prefix than PAIRING_TOKEN_PREFIX',
  );
});
