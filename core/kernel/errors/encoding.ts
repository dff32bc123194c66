import { define } from './definition.ts';

export const encodingErrors = {
  PUBKEY_MALFORMED: define('"{value}" is not a base58 public key of 32 bytes.', { status: 400, exit: 2 }),
  U64_MALFORMED: define('{name} must be a whole number between 0 and 18446744073709551615, not "{value}".', {
    status: 400,
    exit: 2,
  }),
  RULE_INPUT_OUT_OF_RANGE: define('{name} is {value}, which does not fit into a {type}.'),
  LAUNCH_STATUS_UNKNOWN: define('{status} is not a launch status. The escrow program uses 0 to 4.'),
};
