import { describe, expect, test } from 'vitest';
import { createAccess } from '../../../api/access/access.ts';
import type { Caller } from '../../../api/access/caller.ts';
import { testWallet } from '../../support/wallets.ts';

const [owner, agent, other] = ['owner', 'agent', 'other'].map((name) => testWallet(name).address) as [
  ReturnType<typeof testWallet>['address'],
  ReturnType<typeof testWallet>['address'],
  ReturnType<typeof testWallet>['address'],
];
const seen: string[] = [];
const access = createAccess({
  tokens: {
    verify: async (token) => {
      seen.push(token);
      return { wallet: owner, how: 'owner' };
    },
  },
  agentWallets: { owns: async (asker, wallet) => asker === owner && wallet === agent },
  endedSessions: { ended: async () => new Set() },
  agents: { noteRefused: async () => undefined },
});

describe('who asks', () => {
  test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic abc', 'Bearer a b', 'abc'])(
    'is nobody with the header %j',
    async (header) => {
      await expect(access.caller(header, '/here')).rejects.toMatchObject({
        code: 'SIGN_IN_REQUIRED',
        status: 401,
      });
    },
  );

  test('is told by the token, however the scheme is written', async () => {
    expect(await access.caller('bearer  abc.def-_=', '/here')).toEqual({ wallet: owner, how: 'owner' });
    expect(seen.at(-1)).toBe('abc.def-_=');
  });
});

describe('which wallet may be asked about', () => {
  const caller: Caller = { wallet: owner, how: 'owner' };

  test('is the account’s own, also unnamed, and an agent wallet that it owns', async () => {
    expect(await access.readableWallet(caller, undefined)).toBe(owner);
    expect(await access.readableWallet(caller, owner)).toBe(owner);
    expect(await access.readableWallet(caller, agent)).toBe(agent);
    expect(await access.claimableWallet(caller, agent)).toBe(agent);
  });

  test('is no other: 403 for reads, 404 for claims', async () => {
    await expect(access.readableWallet(caller, other)).rejects.toMatchObject({
      code: 'WALLET_FORBIDDEN',
      status: 403,
    });
    await expect(access.readableWallet(caller, other)).rejects.not.toThrow(other);
    await expect(access.claimableWallet(caller, other)).rejects.toMatchObject({
      code: 'CLAIM_WALLET_UNKNOWN',
      status: 404,
    });
  });

  test('is none for an account without a wallet: 400', async () => {
    const nobody: Caller = { wallet: undefined, how: 'owner' };
    const unbound = { code: 'WALLET_UNBOUND', status: 400 };
    await expect(access.readableWallet(nobody, undefined)).rejects.toMatchObject(unbound);
    await expect(access.readableWallet(nobody, owner)).rejects.toMatchObject(unbound);
    await expect(access.claimableWallet(nobody, owner)).rejects.toMatchObject(unbound);
  });
});
