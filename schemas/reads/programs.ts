import * as calls from '../rest/program-calls.ts';
import * as programs from '../rest/programs.ts';
import * as scalars from '../rest/scalars.ts';
import * as argument from './argument.ts';
import { account as address, freshness, page } from './arguments.ts';
import type { ReadShape } from './read.ts';

const program = argument.name('Name of a followed program.', 'vault');
const type = argument.name('As the IDL names it.', 'Position');
const where = argument.conditions(
  'Conditions by field, as JSON: {"amount": {"gte": "1000"}}. A bare value means equal; else gt, gte, lt, lte, or in with up to 100 values. Dots reach into structs.',
);
const order_by = argument.fieldOrder('A field, or -field for descending; by address without it.');
const from_slot = argument.slots('a slot', scalars.slot, 'Only in this slot or later.');
const to_slot = argument.slots('a slot', scalars.slot, 'Only in this slot or earlier.');

const instruction = argument.name('As the IDL names it.', 'deposit');
const event = argument.name('As the IDL names it.', 'Deposited');
const ofData = argument.conditions('Conditions as for accounts, on arguments or fields.');
const withAccount = argument.optionalPubkey('Only with this account.');

const TYPE_PATH = '/programs/{program}/accounts/{type}/';

/** Reads of the accounts of followed programs. */
export const PROGRAM_READS = {
  listPrograms: {
    path: '/programs/',
    title: 'List programs',
    description:
      'The followed programs: how many accounts of each type they have, and the names of their instructions and events. All counts are those of one slot where every program knows it.',
    arguments: freshness,
    answer: programs.programListAnswer,
    shapes: {
      ProgramTypeCount: programs.programTypeCount,
      ProgramSummary: programs.programSummary,
      ProgramListAnswer: programs.programListAnswer,
    },
  },
  listProgramAccounts: {
    path: TYPE_PATH,
    title: 'List accounts',
    description:
      'Accounts of one type of a program that meet conditions on their fields, page by page. Repeat `where` and `order_by` with `cursor`: all pages show the slot of the first.',
    arguments: { program, type, where, order_by, ...page },
    answer: programs.programAccountsAnswer,
    shapes: {
      ProgramAccount: programs.programAccount,
      ProgramAccountsAnswer: programs.programAccountsAnswer,
    },
    missing: true,
  },
  getProgramAccount: {
    path: `${TYPE_PATH}{address}/`,
    title: 'One account',
    description: 'One account of a program, decoded, exactly as it was at the slot of the answer.',
    arguments: { program, type, address, ...freshness },
    answer: programs.programAccountAnswer,
    shapes: { ProgramAccountAnswer: programs.programAccountAnswer },
    missing: true,
  },
  getProgramAccountHistory: {
    path: `${TYPE_PATH}{address}/history/`,
    title: 'History of an account',
    description:
      'Every slot in which the bytes, owner or lamports of one account changed, newest first, with the account after it.',
    arguments: { program, type, address, from_slot, to_slot, ...page },
    answer: programs.programAccountHistoryAnswer,
    shapes: {
      ProgramAccountChange: programs.programAccountChange,
      ProgramAccountHistoryAnswer: programs.programAccountHistoryAnswer,
    },
    missing: true,
  },
  listProgramInstructions: {
    path: '/programs/{program}/instructions/{instruction}/',
    title: 'List instructions',
    description:
      'Every time that a program executed one of its instructions, newest first: arguments, accounts and place. Only successful transactions.',
    arguments: { program, instruction, where: ofData, account: withAccount, from_slot, to_slot, ...page },
    answer: calls.programInstructionsAnswer,
    shapes: {
      ProgramInstruction: calls.programInstruction,
      ProgramInstructionsAnswer: calls.programInstructionsAnswer,
    },
    missing: true,
  },
  listProgramEvents: {
    path: '/programs/{program}/events/{event}/',
    title: 'List events',
    description: 'The events of one name that a program emitted, newest first. Only successful transactions.',
    arguments: { program, event, where: ofData, from_slot, to_slot, ...page },
    answer: calls.programEventsAnswer,
    shapes: { ProgramEvent: calls.programEvent, ProgramEventsAnswer: calls.programEventsAnswer },
    missing: true,
  },
} as const satisfies Readonly<Record<string, ReadShape>>;

/** What its file takes. */
export const PROGRAM_EXPORT = {
  path: '/programs/{program}/accounts/{type}',
  pathParameters: { program, type },
  queryParameters: { where, ...freshness },
} as const;

const { as_of_slot } = freshness;
const { limit, cursor } = page;

/** What the tools take: an account's address is enough to find it. */
export const PROGRAM_TOOL_ARGUMENTS = {
  list_programs: { as_of_slot },
  list_accounts: { program, type, where, order_by, limit, cursor, as_of_slot },
  get_account: { program, address, as_of_slot },
  list_instructions: {
    ...{ program, instruction, where: ofData, account: withAccount },
    ...{ from_slot, to_slot, limit, cursor, as_of_slot },
  },
  list_events: { program, event, where: ofData, from_slot, to_slot, limit, cursor, as_of_slot },
  account_history: { program, address, from_slot, to_slot, limit, cursor, as_of_slot },
} as const satisfies Readonly<Record<string, ReadShape['arguments']>>;
