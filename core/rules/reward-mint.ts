/** Decimals of the reward token (specification, limits): an SPL mint with other decimals is not its mint. */
export const REWARD_DECIMALS = 6;
