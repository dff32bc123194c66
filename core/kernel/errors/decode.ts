import { define } from './definition.ts';

export const decodeErrors = {
  DECODE_COLUMN_MISMATCH: define<{ account: string; field: string; type: string; column: string }>(
    ({ account, field, type, column }) =>
      `Field ${field} of ${account} is ${type} in the IDL, but its table column is ${column}.`,
    { exit: 2 },
  ),
};
