/** Where something that a test needs and that is missing must not pass for something tested. */
export const IN_CI = process.env.CI !== undefined || process.env.TEST_COUNT_FILE !== undefined;
