import { define } from './definition.ts';

/** Refusals of the rewards doors. */
export const rewardErrors = {
  NOT_SIGNED_IN: define(() => 'Sign in first: this read needs a bearer token of a rewards account.', {
    status: 401,
  }),
  WALLET_NOT_BOUND: define(() => 'The account has no bound wallet.', { status: 400 }),
  WALLET_NOT_OWNED: define(
    () => 'wallet_address is neither the wallet of the account nor an agent wallet that it owns.',
    { status: 403 },
  ),
};
