/** Slots before the clock runs: connections are made, code is compiled, tables exist. */
export const WARM_SLOTS = 10;
export const MEASURED_SLOTS = 75;
export const TOTAL_SLOTS = WARM_SLOTS + MEASURED_SLOTS;
/** As in the busiest minutes of a launch. */
export const PLEDGES_PER_SLOT = 4_000;

export const FIRST_SLOT = 400_000_000n;
export const LAST_WARM_SLOT = FIRST_SLOT + BigInt(WARM_SLOTS) - 1n;
export const LAST_SLOT = FIRST_SLOT + BigInt(TOTAL_SLOTS) - 1n;
export const LAUNCH_ID = 7n;
/** Unix seconds. */
export const BLOCK_TIME = 1_790_000_000n;

export const WARM_UPDATES = WARM_SLOTS * PLEDGES_PER_SLOT;
export const MEASURED_UPDATES = MEASURED_SLOTS * PLEDGES_PER_SLOT;
export const TOTAL_UPDATES = WARM_UPDATES + MEASURED_UPDATES;
