import { describe, expect, test } from 'vitest';
import { useConsent } from '../../../../api/state/control/agent-wallet-consents.ts';
import type { Oltp } from '../../../../core/oltp/port.ts';
import { fresh, type GetState } from './under-test.ts';

const KIND = 'agent_wallet';

export function agentWalletSuite(state: GetState, oltp: () => Oltp): void {
  const consentOf = (owner: string, wallet: string, issuedAt = 0) => ({
    ...{ owner, wallet, message: fresh('consent'), issuedAt, expiresAt: issuedAt + 10 },
  });
  const requestOf = (owner: string, wallet: string) => ({
    ...{ id: fresh('request'), owner, credentialId: undefined, kind: KIND, message: 'm' },
    ...{ payload: { address: wallet, label: 'Bot' }, createdAt: 1, expiresAt: 1_000 },
  });

  describe('agent wallets', () => {
    test('belong to the first owner that names them, until that one gives them up', async () => {
      const { agentWallets } = state();
      const [owner, other, wallet] = [fresh('owner'), fresh('other'), fresh('wallet')];
      expect(await agentWallets.add(owner, wallet, 1)).toBe(true);
      expect(await agentWallets.add(owner, wallet, 2)).toBe(true);
      expect(await agentWallets.add(other, wallet, 3)).toBe(false);
      expect(await agentWallets.owns(owner, wallet)).toBe(true);
      expect(await agentWallets.owns(other, wallet)).toBe(false);
      expect(await agentWallets.remove(other, wallet)).toBe(false);

      expect(await agentWallets.remove(owner, wallet)).toBe(true);
      expect(await agentWallets.owns(owner, wallet)).toBe(false);
      expect(await agentWallets.add(other, wallet, 4)).toBe(true);
    });

    test('agree by one text at a time, which is good once and until it expires', async () => {
      const { agentWalletConsents: consents } = state();
      const [owner, wallet] = [fresh('owner'), fresh('wallet')];
      const first = consentOf(owner, wallet);
      expect(await consents.ask(first, 1)).toBe(first.message);
      expect(await consents.ask(consentOf(owner, wallet, 9), 1)).toBe(first.message);
      expect(await consents.ask(consentOf(owner, fresh('another wallet')), 1)).toBeUndefined();
      expect(await consents.open(owner, wallet, 10)).toBeUndefined();
      const next = consentOf(owner, wallet, 10);
      expect(await consents.ask(next, 1)).toBe(next.message);

      const use = (named: typeof first, at: number) =>
        oltp().transaction((queries) => useConsent(queries, named, at));
      expect([await use(first, 11), await use(next, 20)]).toEqual([false, false]);
      const used = await Promise.all([use(next, 19), use(next, 19), use(next, 19)]);
      expect(used.filter(Boolean)).toHaveLength(1);
      expect(await consents.open(owner, wallet, 11)).toBeUndefined();
    });

    test('withdraw from every owner, whatever is being used or approved at the same moment', async () => {
      const { agentWallets, agentWalletConsents: consents, ownerRequests: requests } = state();
      for (let round = 0; round < 10; round += 1) {
        const [owner, other, wallet] = [fresh('owner'), fresh('other'), fresh('wallet')];
        await agentWallets.add(owner, wallet, 1);
        const consent = consentOf(other, wallet, 1);
        await consents.ask(consent, 5);
        const made = requestOf(other, wallet);
        const using = requests.make(made, 5, async (queries) => {
          if (!(await useConsent(queries, consent, 2))) throw new Error('void');
        });
        const [withdrawal] = await Promise.all([
          agentWallets.withdraw(wallet, KIND, 2),
          using.catch((error: Error) => expect(error.message).toBe('void')),
        ]);
        expect(withdrawal).toEqual({ owner, voided: 1 });
        expect(await agentWallets.listed(owner)).toEqual([]);
        expect(await consents.open(other, wallet, 2)).toBeUndefined();
        expect((await requests.find(other, made.id, 2))?.status ?? 'rejected').toBe('rejected');
      }
    });

    test('withdraw nothing of other wallets, and nothing twice', async () => {
      const { agentWallets, ownerRequests: requests } = state();
      const [owner, wallet, kept] = [fresh('owner'), fresh('wallet'), fresh('wallet')];
      for (const each of [wallet, kept]) await agentWallets.add(owner, each, 1);
      const request = requestOf(owner, kept);
      await requests.make(request, 5);
      expect(await agentWallets.withdraw(wallet, KIND, 2)).toEqual({ owner, voided: 0 });
      expect(await agentWallets.withdraw(wallet, KIND, 3)).toEqual({ owner: undefined, voided: 0 });
      expect(await agentWallets.listed(owner)).toEqual([kept]);
      expect((await requests.find(owner, request.id, 2))?.status).toBe('pending');
    });

    test('are listed for their owner alone, oldest first', async () => {
      const { agentWallets } = state();
      const [owner, other] = [fresh('owner'), fresh('other')];
      await agentWallets.add(owner, `b-${owner}`, 1);
      await agentWallets.add(owner, `a-${owner}`, 2);
      await agentWallets.add(other, `c-${owner}`, 3);
      expect(await agentWallets.listed(owner)).toEqual([`b-${owner}`, `a-${owner}`]);
    });
  });
}
