/** Base64 of the largest transaction, which has 1232 bytes. */
export const LONGEST_TRANSACTION_TEXT = 1_644;
