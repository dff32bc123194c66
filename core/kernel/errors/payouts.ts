import { define } from './definition.ts';

export const payoutErrors = {
  PRE_MINT: define<{ rewardAsset: string }>(
    ({ rewardAsset }) =>
      `${rewardAsset} is not minted yet: accruals are recorded, and nothing settles before the mint.`,
    { status: 409 },
  ),
  CLAIM_WALLET_UNKNOWN: define(() => 'Unknown wallet.', { status: 404 }),
  NOTHING_TO_CLAIM: define(() => 'There is nothing both priced and matured to settle.', { status: 404 }),
};
