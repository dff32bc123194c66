import { describe, expect, test } from 'vitest';
import { fresh, type GetState } from './under-test.ts';

export function agentWalletSuite(state: GetState): void {
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
