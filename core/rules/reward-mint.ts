/** Decimals of the reward token (specification, limits): an SPL mint that has others is not its mint. */
export const REWARD_DECIMALS = 6;
