/**
 * For suites that wait by asking: what they wait for takes as many calls as the machine is slow, and the limit of a
 * credential is held by tests of its own.
 */
export const UNCOUNTED_CALLS = { RATE_LIMIT_PAIRED_PER_MINUTE: '1000000' } as const;
