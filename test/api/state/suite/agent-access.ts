import { describe, expect, test } from 'vitest';
import { createAgentAccess } from '../../../../api/access/agents/agent-access.ts';
import type { CredentialUse } from '../../../../api/access/agents/principal.ts';
import { createRefusals } from '../../../../api/access/agents/refusals.ts';
import { createSecrets } from '../../../../api/access/agents/secret.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { testWallet } from '../../../support/wallets.ts';
import { newKey, print } from './credentials.ts';
import { fresh, type GetState } from './under-test.ts';

const NOW = Date.parse('2026-10-01T12:00:00Z');
const DAY = 86_400_000;
const secrets = createSecrets({ token: 'llp_', key: 'llk_' });

export function agentAccessSuite(state: GetState): void {
  const opened = () => {
    const { credentials, credentialEvents: events } = state();
    const clock = manualClock(NOW);
    const refusals = createRefusals({ events, clock, perMinute: { paired: 3, elevated: 9 } });
    const noted: string[] = [];
    const lastUsed = { note: (id: string) => void noted.push(id) };
    const counted: string[] = [];
    const metrics = { credentialRefused: (reason: string) => void counted.push(reason) };
    const access = createAgentAccess({ credentials, secrets, refusals, lastUsed, clock, metrics });
    return { access, clock, noted, counted };
  };
  const issued = async (kind: 'key' | 'token' = 'key') => {
    const { secret, print: ofSecret } = secrets.make(kind);
    const owner = testWallet(fresh('owner')).address;
    const occasion = { at: NOW, surface: '', reason: '' };
    const credential = await state().credentials.issue(
      newKey(owner, { kind, print: ofSecret, expiresAt: NOW + DAY }),
      occasion,
    );
    if (!credential) throw new Error('it was not issued');
    return { secret, credential, owner };
  };
  const use = (secret: string, more: Partial<CredentialUse> = {}): CredentialUse => ({
    authorization: `Bearer ${secret}`,
    surface: '/mcp/agent-v1',
    kinds: ['token', 'key'],
    ...more,
  });
  const trailOf = async (owner: string) => {
    const events = await state().credentialEvents.list(owner, { limit: 50, before: undefined });
    return events.filter(({ kind }) => kind === 'refused');
  };

  describe('access of agents', () => {
    test('tells for whom a credential acts, and notes its use', async () => {
      const { access, noted } = opened();
      const { secret, credential, owner } = await issued();
      expect(await access.principal(use(secret))).toEqual({
        ...{ credentialId: credential.id, kind: 'key', owner, tier: 'paired', expiresAt: NOW + DAY },
        scopes: new Set(['read', 'trade']),
      });
      expect(noted).toEqual([credential.id]);
    });

    test('asks for a credential where none is shown', async () => {
      const { access } = opened();
      await expect(access.principal(use('', { authorization: undefined }))).rejects.toMatchObject({
        code: 'CREDENTIAL_REQUIRED',
        status: 401,
      });
    });

    test('refuses everything else with one sentence', async () => {
      const { access, noted, counted } = opened();
      const { secret } = await issued();
      const wrongEnd = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`;
      const shown = [
        use(secrets.make('key').secret),
        use(wrongEnd),
        use(`x${secret}`),
        use(secret, { authorization: `Basic ${secret}` }),
        use(secret, { authorization: `Bearer ${secret}, Bearer ${secret}` }),
        use(secret, { authorization: '' }),
        use(secret, { kinds: ['token'] }),
      ];
      const refusals = await Promise.all(
        shown.map((each) => access.principal(each).catch((error: unknown) => error as Error)),
      );
      for (const refusal of refusals)
        expect(refusal).toMatchObject({ code: 'CREDENTIAL_REFUSED', status: 401 });
      const asked = await access.principal(use('', { authorization: undefined })).catch((error) => error);
      expect(new Set([...refusals, asked].map(({ message }) => message)).size).toBe(1);
      expect(noted).toEqual([]);
      const unknown = new Array(shown.length - 1).fill('unknown');
      expect(counted.toSorted()).toEqual(['missing', ...unknown, 'wrong_surface']);
    });

    test('ends with the expiry, to the millisecond, and the owner sees the refused use', async () => {
      const { access, clock } = opened();
      const { secret, owner, credential } = await issued('token');
      clock.advance(DAY - 1);
      expect((await access.principal(use(secret))).credentialId).toBe(credential.id);
      clock.advance(1);
      await expect(access.principal(use(secret))).rejects.toMatchObject({ code: 'CREDENTIAL_REFUSED' });
      expect(await trailOf(owner)).toMatchObject([
        { credentialId: credential.id, at: NOW + DAY, surface: '/mcp/agent-v1', reason: 'expired' },
      ]);
    });

    test('ends with the next call after a revocation or a rotation', async () => {
      const { access, counted } = opened();
      const { credentials } = state();
      for (const how of ['revoked', 'rotated']) {
        const { secret, credential, owner } = await issued();
        await access.principal(use(secret));
        if (how === 'rotated') {
          await credentials.rotate(credential, { print: print(), now: NOW, surface: '', recentSignIn: true });
        } else {
          await credentials.revoke(credential, { at: NOW, surface: '', reason: '' });
        }
        await expect(access.principal(use(secret))).rejects.toMatchObject({ code: 'CREDENTIAL_REFUSED' });
        expect((await trailOf(owner)).map(({ reason }) => reason)).toEqual([how]);
        expect(await access.stillHolds([credential.id])).toEqual(new Set());
      }
      expect(counted).toEqual(['revoked', 'rotated']);
    });

    test('shows the owner the refused use of an ended one where its kind is not taken, and of no other', async () => {
      const { access, clock, noted } = opened();
      const { credentials } = state();
      const [revoked, expired] = [await issued(), await issued()];
      await credentials.revoke(revoked.credential, { at: NOW, surface: '', reason: '' });
      const onPlugin = async ({ secret, owner }: Awaited<ReturnType<typeof issued>>) => {
        const shown = use(secret, { surface: '/mcp/plugin-v1', kinds: ['token'] });
        await expect(access.principal(shown)).rejects.toMatchObject({ code: 'CREDENTIAL_REFUSED' });
        return (await trailOf(owner)).map(({ surface, reason }) => `${surface} ${reason}`);
      };
      expect(await onPlugin(revoked)).toEqual(['/mcp/plugin-v1 revoked']);
      expect(await onPlugin(expired)).toEqual([]);
      clock.advance(DAY);
      expect(await onPlugin(expired)).toEqual(['/mcp/plugin-v1 expired']);
      expect(noted).toEqual([]);
    });

    test('records refused uses up to the rate of the credential, and later how many more there were', async () => {
      const { access, clock } = opened();
      const { secret, credential, owner } = await issued();
      await state().credentials.revoke(credential, { at: NOW, surface: '', reason: '' });
      for (let at = 0; at < 8; at += 1) await access.principal(use(secret)).catch(() => undefined);
      clock.advance(60_000);
      await access.principal(use(secret)).catch(() => undefined);
      const reasons = (await trailOf(owner)).map(({ reason }) => reason);
      expect(reasons).toEqual(['revoked; 5 more before', 'revoked', 'revoked', 'revoked']);
    });
  });
}
