import { describe, expect, test } from 'vitest';
import type { SecretPrint } from '../../../../api/state/credentials/credential.ts';
import type { NewCredential } from '../../../../api/state/credentials/issue.ts';
import type { Oltp } from '../../../../core/oltp/port.ts';
import { sha256 } from './sha256.ts';
import { fresh, type GetState } from './under-test.ts';

const NOW = Date.parse('2026-10-01T12:00:00.123Z');
const DAY = 86_400_000;

export function print(): SecretPrint {
  const secret = fresh('secret');
  return { hash: sha256(secret), prefix: 'llk_', last4: secret.slice(-4) };
}

export function newKey(owner: string, more: Partial<NewCredential> = {}): NewCredential {
  const terms = { kind: 'key', label: 'a "bot"', scopes: ['read', 'trade'], tier: 'paired' } as const;
  return { owner, print: print(), expiresAt: NOW + DAY, confirmedAt: NOW - 1, ...terms, ...more };
}

const asked = { at: NOW, surface: '/keys/', reason: 'asked' };

export function credentialSuite(state: GetState, oltp: () => Oltp): void {
  const eventsOf = async (owner: string) => {
    const events = await state().credentialEvents.list(owner, { limit: 200, before: undefined });
    return events.map(({ kind, credentialId }) => [kind, credentialId]);
  };
  const issued = async (more: Partial<NewCredential> = {}) => {
    const key = newKey(fresh('owner'), more);
    const credential = await state().credentials.issue(key, asked);
    if (!credential) throw new Error('it was not issued');
    return { key, credential, name: { id: credential.id, owner: key.owner, kind: key.kind } };
  };

  describe('credentials', () => {
    test('are found by the hash of their secret as they were issued, and have an event', async () => {
      const { key, credential } = await issued();
      const { print: ofSecret, ...terms } = key;
      expect(credential).toEqual({
        ...terms,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        prefix: 'llk_',
        last4: ofSecret.last4,
        createdAt: NOW,
        ...{ lastUsedAt: undefined, revokedAt: undefined, replacedBy: undefined },
      });
      expect(await state().credentials.byHash(ofSecret.hash)).toEqual(credential);
      expect(await state().credentials.byHash(print().hash)).toBeUndefined();
      expect(await eventsOf(key.owner)).toEqual([['issued', credential.id]]);
    });

    test('are found many at once', async () => {
      const made = await Promise.all(Array.from({ length: 30 }, () => issued()));
      const found = await Promise.all(made.map(({ key }) => state().credentials.byHash(key.print.hash)));
      expect(found).toEqual(made.map(({ credential }) => credential));
    });

    test('that are rotated at once by many are replaced once, with the same terms', async () => {
      const { key, credential, name } = await issued({ tier: 'elevated' });
      const { credentials } = state();
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () =>
          credentials.rotate(name, { print: print(), now: NOW + 5, surface: '/rotate/', recentSignIn: true }),
        ),
      );

      const [next, ...others] = outcomes.filter((outcome) => typeof outcome === 'object');
      expect(others).toEqual([]);
      expect(outcomes.filter((outcome) => outcome === 'revoked')).toHaveLength(9);
      const { label, scopes, tier, confirmedAt } = credential;
      expect(next).toMatchObject({ label, scopes, tier, confirmedAt, createdAt: NOW + 5 });
      expect(next?.expiresAt).toBe(NOW + 5 + 90 * DAY);
      const old = await credentials.byHash(key.print.hash);
      expect(old).toMatchObject({ revokedAt: NOW + 5, replacedBy: next?.id });
      expect(await eventsOf(key.owner)).toEqual([
        ['rotated', credential.id],
        ['issued', next?.id],
        ['issued', credential.id],
      ]);
    });

    test('that are revoked stay so, with one event', async () => {
      const { key, credential, name } = await issued();
      const { credentials } = state();
      await credentials.byHash(key.print.hash);
      const occasion = { at: NOW + 7, surface: '/revoke/', reason: 'lost' };
      const outcomes = await Promise.all(Array.from({ length: 5 }, () => credentials.revoke(name, occasion)));
      await credentials.revoke({ id: credential.id }, { ...occasion, at: NOW + 9 });

      expect(new Set(outcomes.map((outcome) => outcome?.revokedAt))).toEqual(new Set([NOW + 7]));
      expect((await credentials.byHash(key.print.hash))?.revokedAt).toBe(NOW + 7);
      expect(await eventsOf(key.owner)).toEqual([
        ['revoked', credential.id],
        ['issued', credential.id],
      ]);
      expect(
        await credentials.rotate(name, { print: print(), now: NOW + 9, surface: '', recentSignIn: true }),
      ).toBe('revoked');
    });

    test('of another owner or kind can be neither rotated nor revoked', async () => {
      const { credential, name } = await issued();
      const { credentials } = state();
      for (const foreign of [
        { ...name, owner: fresh('other') },
        { ...name, kind: 'token' as const },
        { ...name, id: 'none' },
      ]) {
        expect(
          await credentials.rotate(foreign, { print: print(), now: NOW, surface: '', recentSignIn: true }),
        ).toBe('unknown');
        expect(await credentials.revoke(foreign, asked)).toBeUndefined();
      }
      expect(await credentials.holding([credential.id], NOW)).toEqual(new Set([credential.id]));
    });

    test('hold until they are revoked or expire', async () => {
      const [one, other] = [await issued(), await issued()];
      const ids = [one.credential.id, other.credential.id, 'none'];
      const { credentials } = state();
      expect(await credentials.holding(ids, NOW + DAY - 1)).toEqual(new Set(ids.slice(0, 2)));
      expect(await credentials.holding(ids, NOW + DAY)).toEqual(new Set());
      await credentials.revoke(one.name, asked);
      expect(await credentials.holding(ids, NOW)).toEqual(new Set([other.credential.id]));
      expect(await credentials.holding([], NOW)).toEqual(new Set());
    });

    test('are listed for their owner by kind, newest first, page by page', async () => {
      const owner = fresh('owner');
      const { credentials } = state();
      const keep = (kind: 'key' | 'token', at: number) =>
        credentials.issue(newKey(owner, { kind }), { ...asked, at });
      const [first, second, third] = [
        await keep('key', NOW),
        await keep('key', NOW),
        await keep('key', NOW + 1),
      ];
      const token = await keep('token', NOW);

      const page = await credentials.list({ owner, kind: 'key' }, { limit: 2 });
      const rest = await credentials.list({ owner, kind: 'key' }, { limit: 2, before: page[1]?.id });
      expect(page[0]?.id).toBe(third?.id);
      expect(new Set([...page, ...rest].map(({ id }) => id))).toEqual(
        new Set([first?.id, second?.id, third?.id]),
      );
      expect(await credentials.list({ owner, kind: 'token' }, { limit: 2 })).toEqual([token]);
    });

    test('say when they were used last, and never an earlier time', async () => {
      const { key, credential } = await issued();
      const { credentials } = state();
      await credentials.used([{ credentialId: credential.id, at: NOW + 9 }]);
      await credentials.used([
        { credentialId: credential.id, at: NOW + 8 },
        { credentialId: 'none', at: NOW },
      ]);
      const [listed] = await credentials.list(key, { limit: 1 });
      expect(listed?.lastUsedAt).toBe(NOW + 9);
    });

    test('are found with the tier that they were given', async () => {
      const { key, credential } = await issued();
      const { credentials } = state();
      await credentials.byHash(key.print.hash);
      expect((await credentials.setTier(credential.id, 'elevated'))?.tier).toBe('elevated');
      expect((await credentials.byHash(key.print.hash))?.tier).toBe('elevated');
      expect(await credentials.setTier('none', 'elevated')).toBeUndefined();
    });
  });

  test('those who listen are told of credentials that end, and of no others', async () => {
    const { key, name } = await issued();
    const { credentials } = state();
    const told: string[] = [];
    const stop = credentials.whenEnded((id) => told.push(id));
    await credentials.setTier(name.id, 'elevated');
    await credentials.revoke({ ...name, owner: fresh('other') }, asked);
    await credentials.rotate(
      { ...name, kind: 'token' },
      { print: print(), now: NOW, surface: '', recentSignIn: true },
    );
    expect(told).toEqual([]);
    const next = await credentials.rotate(name, {
      print: print(),
      now: NOW,
      surface: '',
      recentSignIn: true,
    });
    if (typeof next === 'object') await credentials.revoke({ ...key, id: next.id }, asked);
    expect(told).toEqual([name.id, typeof next === 'object' && next.id]);
    stop();
  });

  describe('confirmations of keys', () => {
    test('are used up with one key of any number at once', async () => {
      const nonce = fresh('nonce');
      const { keyConfirmations, credentials } = state();
      const confirmation = {
        nonce,
        ...{ owner: 'o', label: 'l', scopes: ['read', 'manage'] as const, message: 'm' },
        ...{ issuedAt: NOW - 1, expiresAt: NOW + 1 },
      };
      await keyConfirmations.save(confirmation);
      expect(await keyConfirmations.find(nonce)).toEqual(confirmation);

      const owner = fresh('owner');
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => credentials.issue(newKey(owner), asked, nonce)),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      expect(await credentials.list({ owner, kind: 'key' }, { limit: 9 })).toHaveLength(1);
      expect(await credentials.issue(newKey(owner), asked, 'none')).toBeUndefined();
    });

    test('are good until the millisecond in which they expire, and not in it', async () => {
      const { keyConfirmations, credentials } = state();
      const owner = fresh('owner');
      const issuedAt = async (at: number) => {
        const nonce = fresh('nonce');
        const terms = { owner, label: 'l', scopes: ['read', 'trade'], message: 'm' } as const;
        await keyConfirmations.save({ nonce, ...terms, issuedAt: NOW - 1, expiresAt: NOW });
        return credentials.issue(newKey(owner), { ...asked, at }, nonce);
      };
      expect(await issuedAt(NOW - 1)).toBeDefined();
      expect(await issuedAt(NOW)).toBeUndefined();
    });
  });

  test('the audit log of credentials is paged, and cannot be rewritten', async () => {
    const owner = fresh('owner');
    const { credential } = await issued({ owner });
    const { credentialEvents } = state();
    for (const reason of ['a', 'b', 'c']) {
      const refused = {
        kind: 'refused',
        credentialId: credential.id,
        owner,
        at: NOW,
        surface: '/mcp',
      } as const;
      await credentialEvents.record({ ...refused, reason });
    }
    const page = await credentialEvents.list(owner, { limit: 2, before: undefined });
    const rest = await credentialEvents.list(owner, { limit: 2, before: page[1]?.id });
    expect([...page, ...rest].map(({ reason }) => reason)).toEqual(['c', 'b', 'a', 'asked']);
    expect(await credentialEvents.list(fresh('other'), { limit: 2, before: undefined })).toEqual([]);
    for (const rewriting of ["UPDATE credential_events SET reason = 'x'", 'DELETE FROM credential_events']) {
      await expect(oltp().run(rewriting)).rejects.toThrow();
    }
    expect(await credentialEvents.list(owner, { limit: 2, before: undefined })).toEqual(page);
  });
}
