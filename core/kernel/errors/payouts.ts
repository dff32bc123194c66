import { defineForClients as define } from './definition.ts';

export const payoutErrors = {
  PRE_MINT: define<{ rewardAsset: string }>(
    ({ rewardAsset }) =>
      `${rewardAsset} is not minted yet. Accruals are recorded, and nothing settles before the mint.`,
    { status: 409 },
  ),
  CLAIM_WALLET_UNKNOWN: define(() => 'Unknown wallet.', { status: 404 }),
  NOTHING_TO_CLAIM: define(
    () => 'This wallet has no reward that is both priced and matured, so there is nothing to claim.',
    { status: 404 },
  ),
};
