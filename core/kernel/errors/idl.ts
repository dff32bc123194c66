import { define } from './definition.ts';

export const idlErrors = {
  IDL_MALFORMED: define('The IDL of the escrow program is malformed at {path}: {reason}.', { exit: 2 }),
  IDL_TYPE_UNSUPPORTED: define(
    'Field {field} of {account} has type {type}, which does not have a fixed size.',
    { exit: 2 },
  ),
  IDL_ACCOUNT_UNKNOWN: define('The IDL of the escrow program has no account {account}.', { exit: 2 }),
  PDA_UNDERIVABLE: define('The program address cannot be derived: {reason}.'),
  IDL_INSTRUCTION_INCOMPLETE: define(
    'Instruction {instruction} needs {part}, but the IDL does not say how to find it.',
  ),
  DECODE_COLUMN_MISMATCH: define(
    'Field {field} of {account} is {type} in the IDL, but its table column is {column}.',
    { exit: 2 },
  ),
};
