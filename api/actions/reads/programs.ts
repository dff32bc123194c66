import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { accountHistory, getAccount, listAccounts } from '../programs/accounts.ts';
import { listEvents, listInstructions } from '../programs/calls.ts';
import { listPrograms } from '../programs/list-programs.ts';
import type { ProgramHandlers } from './read.ts';

/** Reads of followed programs, each at the slot of its own index. */
export const PROGRAM_HANDLERS: ProgramHandlers = {
  listPrograms: { handle: listPrograms },
  listProgramAccounts: { handle: listAccounts },
  getProgramAccount: {
    handle: (context, { address, ...request }) =>
      getAccount(context, { ...request, address: parsePubkey(address) }),
  },
  getProgramAccountHistory: {
    handle: (context, { address, ...request }) =>
      accountHistory(context, { ...request, address: parsePubkey(address) }),
  },
  listProgramInstructions: {
    handle: (context, { account, ...request }) =>
      listInstructions(context, {
        ...request,
        account: account === undefined ? account : parsePubkey(account),
      }),
  },
  listProgramEvents: { handle: listEvents },
};
