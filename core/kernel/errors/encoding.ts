import { define } from './definition.ts';

export const encodingErrors = {
  PUBKEY_MALFORMED: define('"{value}" is not a base58 public key of 32 bytes.', { status: 400, exit: 2 }),
  U64_MALFORMED: define('{name} must be a whole number between 0 and 18446744073709551615, not "{value}".', {
    status: 400,
    exit: 2,
  }),
  RULE_INPUT_OUT_OF_RANGE: define('{name} is {value}, which does not fit into a {type}.'),
  LAUNCH_STATUS_UNKNOWN: define('{status} is not a launch status. The escrow program uses 0 to 4.'),
  IDL_MALFORMED: define('The IDL of the escrow program is malformed at {path}: {reason}.', { exit: 2 }),
  IDL_TYPE_UNSUPPORTED: define(
    'Field {field} of {account} has type {type}, which does not have a fixed size.',
    { exit: 2 },
  ),
  IDL_ACCOUNT_UNKNOWN: define('The IDL of the escrow program has no account {account}.', { exit: 2 }),
  IDL_REFUSED: define('The IDL cannot be used because of {path}: {reason}.', { exit: 2 }),
  IDL_FILE_UNREADABLE: define('The IDL {file} cannot be read: {reason}.', { exit: 2 }),
  IDL_NOT_ON_CHAIN: define(
    'Program {program} has no IDL on chain, neither at the metadata program nor in an account of Anchor. Give the IDL as a file.',
    { exit: 2 },
  ),
  PROGRAM_WRONG: define('{where} is not valid: {reason}.', { exit: 2 }),
  PROGRAM_UNKNOWN: define('The running process follows {what}.', { exit: 2 }),
  IDL_ACCOUNT_BYTES: define('These bytes are no account of the IDL: {reason}.', { exit: 2 }),
  PDA_UNDERIVABLE: define('The program address cannot be derived: {reason}.'),
  IDL_INSTRUCTION_INCOMPLETE: define(
    'Instruction {instruction} needs {part}, but the IDL does not say how to find it.',
  ),
  DECODE_COLUMN_MISMATCH: define(
    'Field {field} of {account} is {type} in the IDL, but its table column is {column}.',
    { exit: 2 },
  ),
};
