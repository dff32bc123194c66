import { z } from 'zod';
import { counted } from '../../../core/kernel/counted.ts';
import type { ErrorCode } from '../../../core/kernel/errors/error.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { jsonOf } from '../../../schemas/reads/argument.ts';
import { PROGRAM_TOOL_ARGUMENTS as ARGUMENTS } from '../../../schemas/reads/programs.ts';
import { programEventsAnswer, programInstructionsAnswer } from '../../../schemas/rest/program-calls.ts';
import * as answers from '../../../schemas/rest/programs.ts';
import { accountHistory, getAccount, listAccounts } from '../../actions/programs/accounts.ts';
import { listEvents, listInstructions } from '../../actions/programs/calls.ts';
import { listPrograms } from '../../actions/programs/list-programs.ts';
import { requestOf } from '../../actions/reads/read.ts';
import { atSlot, pageText } from '../../actions/reads/texts.ts';
import { defineTool, INDEX_READ, type Tool } from '../catalogue/tool.ts';

const NOT_FOUND: readonly ErrorCode[] = ['PROGRAM_NOT_FOUND', 'PROGRAM_ACCOUNT_NOT_FOUND'];

const listProgramsTool = defineTool({
  name: 'list_programs',
  title: 'List programs',
  description: 'The followed programs: their account types, instructions and events.',
  toolset: 'programs',
  hints: INDEX_READ,
  input: z.strictObject(jsonOf(ARGUMENTS.list_programs)),
  output: answers.programListAnswer,
  answer: async (context, input) => (await listPrograms(context, requestOf(input))).body,
  textOf: ({ source, results }) =>
    [
      `${counted(results.length, 'program')} followed ${atSlot(source)}.`,
      ...results.map(({ name, accounts, instructions, events }) => {
        const types = accounts.map(({ type, count }) => `${type} (${count})`);
        const calls = `${counted(instructions.length, 'instruction')} and ${counted(events.length, 'event')}`;
        return `${name}: ${[...types, calls].join(', ')}.`;
      }),
    ].join('\n'),
});

const listAccountsTool = defineTool({
  name: 'list_accounts',
  title: 'List accounts of a program',
  description:
    'Accounts of one type of a program that meet conditions on their fields. Repeat where and order_by with cursor.',
  toolset: 'programs',
  hints: INDEX_READ,
  failures: ['PROGRAM_NOT_FOUND', 'ACCOUNT_TYPE_NOT_FOUND'],
  input: z.strictObject(jsonOf(ARGUMENTS.list_accounts)),
  output: answers.programAccountsAnswer,
  answer: async (context, input) => (await listAccounts(context, requestOf(input))).body,
  textOf: ({ source, count, undecodable, next_cursor, results }) => {
    const matching = counted(count, 'account matches', 'accounts match');
    const without = undecodable === 0 ? '' : `, and ${undecodable} do not decode`;
    return `${matching} ${atSlot(source)}${without}; ${pageText(counted(results.length, 'account'), next_cursor)}`;
  },
});

const getAccountTool = defineTool({
  name: 'get_account',
  title: 'One account of a program',
  description: 'One account of a program, decoded, as it was at the slot of the answer.',
  toolset: 'programs',
  hints: INDEX_READ,
  failures: NOT_FOUND,
  input: z.strictObject(jsonOf(ARGUMENTS.get_account)),
  output: answers.programAccountAnswer,
  answer: async (context, { address, ...input }) =>
    (await getAccount(context, { ...requestOf(input), address: parsePubkey(address) })).body,
  textOf: ({ source, account: { address, type, undecodable } }) =>
    `Account ${address} of type ${type} ${atSlot(source)}. ${undecodable ?? ''}`.trim(),
});

const accountHistoryTool = defineTool({
  name: 'account_history',
  title: 'History of an account',
  description: 'Every slot in which one account of a program changed, newest first.',
  toolset: 'programs',
  hints: INDEX_READ,
  failures: NOT_FOUND,
  input: z.strictObject(jsonOf(ARGUMENTS.account_history)),
  output: answers.programAccountHistoryAnswer,
  answer: async (context, { address, ...input }) =>
    (await accountHistory(context, { ...requestOf(input), address: parsePubkey(address) })).body,
  textOf: ({ source, next_cursor, results }) =>
    `Changes ${atSlot(source)}; ${pageText(counted(results.length, 'change'), next_cursor)}`,
});

const CALL_NOT_FOUND: readonly ErrorCode[] = ['PROGRAM_NOT_FOUND', 'PROGRAM_CALL_NOT_FOUND'];

const listInstructionsTool = defineTool({
  name: 'list_instructions',
  title: 'Instructions of a program',
  description: 'Executions of one instruction of a program, newest first.',
  toolset: 'programs',
  hints: INDEX_READ,
  failures: CALL_NOT_FOUND,
  input: z.strictObject(jsonOf(ARGUMENTS.list_instructions)),
  output: programInstructionsAnswer,
  answer: async (context, { account, ...input }) => {
    const named = account === undefined ? undefined : parsePubkey(account);
    return (await listInstructions(context, { ...requestOf(input), account: named })).body;
  },
  textOf: ({ source, next_cursor, results }) =>
    `Instructions ${atSlot(source)}; ${pageText(counted(results.length, 'instruction'), next_cursor)}`,
});

const listEventsTool = defineTool({
  name: 'list_events',
  title: 'Events of a program',
  description: 'Events of one name that a program emitted, newest first.',
  toolset: 'programs',
  hints: INDEX_READ,
  failures: CALL_NOT_FOUND,
  input: z.strictObject(jsonOf(ARGUMENTS.list_events)),
  output: programEventsAnswer,
  answer: async (context, input) => (await listEvents(context, requestOf(input))).body,
  textOf: ({ source, next_cursor, results }) =>
    `Events ${atSlot(source)}; ${pageText(counted(results.length, 'event'), next_cursor)}`,
});

/** Listed only where a program is followed. */
export const PROGRAM_TOOLS: readonly Tool[] = [
  listProgramsTool,
  listAccountsTool,
  getAccountTool,
  accountHistoryTool,
  listInstructionsTool,
  listEventsTool,
];
