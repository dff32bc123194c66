import { expect } from 'vitest';
import type { Checked } from '../../../../api/actions/venues/check-transaction.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import { TOKEN_ACCOUNT_RENT } from '../../../../core/rules/native-coin.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { chainOf, type Held, memo, role, token, transactionOf, wallet } from '../../venues/chain-of.ts';

export const [owner, thief, pool] = [pubkeyOf('owner'), pubkeyOf('thief'), pubkeyOf('pool')];
export const [usd, lst] = [pubkeyOf('usd'), pubkeyOf('lst')];
export const [usdAccount, savings, lstAccount] = [
  pubkeyOf('usd account'),
  pubkeyOf('savings'),
  pubkeyOf('lst account'),
];
export const SOL = 1_000_000_000n;

export const BEFORE: ReadonlyMap<Pubkey, Held> = new Map([
  [owner, wallet(SOL)],
  [usdAccount, token({ mint: usd, owner, amount: 1_000n })],
  [savings, token({ mint: usd, owner, amount: 5_000n })],
  [pool, token({ mint: usd, owner: thief, amount: 9n })],
]);
/** What the network charges for `TRANSACTION`: one signature, and a price that rounds up to a lamport. */
export const NETWORK_FEE = 5_001n;
export const LEFT = SOL - NETWORK_FEE - TOKEN_ACCOUNT_RENT;
/** Takes 100 and brings 90 into a new account, as planned. */
export const HONEST: readonly (readonly [Pubkey, Held])[] = [
  [owner, wallet(LEFT)],
  [usdAccount, token({ mint: usd, owner, amount: 900n })],
  [lstAccount, token({ mint: lst, owner, amount: 90n })],
];
export const ALLOWED: Checked = {
  ...{ venue: 'staking', wallet: owner, outflows: [{ mint: usd, amount: 100n }] },
  minimum: { mint: lst, amount: 90n },
  fee: undefined,
  ...{ programs: [], programsSetting: 'VENUE_STAKING_PROGRAMS', callsProgram: false },
};
export const ROLES = [owner, usdAccount, savings, lstAccount, pool].map((one) =>
  role(one, one === owner ? { signer: true } : {}),
);
export const TRANSACTION = transactionOf(owner, [memo(ROLES)]);

export const afterwards = (...changes: readonly (readonly [Pubkey, Held | undefined])[]) => {
  const chain = chainOf(BEFORE);
  const after = new Map<Pubkey, Held>([...BEFORE, ...HONEST]);
  for (const [address, held] of changes) {
    if (held) after.set(address, held);
    else after.delete(address);
  }
  chain.after = after;
  return chain;
};
export const frozen = (amount: bigint): Uint8Array => {
  const { data } = token({ mint: usd, owner, amount });
  return data.with(108, 2);
};
export const refusal = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => undefined,
    (thrown: { code: string; context: { reason: string } }) => thrown,
  );
  expect(error?.code).toBe('VENUE_TRANSACTION_REFUSED');
  return error?.context.reason ?? '';
};
