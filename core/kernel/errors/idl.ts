import { define } from './definition.ts';

export const idlErrors = {
  IDL_MALFORMED: define<{ path: string; reason: string }>(
    ({ path, reason }) => `The IDL of the escrow program is malformed at ${path}: ${reason}.`,
    { exit: 2 },
  ),
  IDL_TYPE_UNSUPPORTED: define<{ account: string; field: string; type: string }>(
    ({ account, field, type }) =>
      `Field ${field} of ${account} has type ${type}, which has no fixed place in an account.`,
    { exit: 2 },
  ),
  IDL_ACCOUNT_UNKNOWN: define<{ account: string }>(
    ({ account }) => `The IDL of the escrow program has no account ${account}.`,
    { exit: 2 },
  ),
  PDA_UNDERIVABLE: define<{ reason: string }>(
    ({ reason }) => `No program address can be derived: ${reason}.`,
  ),
  IDL_INSTRUCTION_INCOMPLETE: define<{ instruction: string; part: string }>(
    ({ instruction, part }) =>
      `The IDL's instruction ${instruction} needs ${part}, which it does not say how to find.`,
  ),
};
