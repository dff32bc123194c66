/** The reward token is an SPL mint with this many decimals; an account that has others is not its mint. */
export const REWARD_DECIMALS = 6;
