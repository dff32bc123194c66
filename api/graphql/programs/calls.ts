import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { camelKey } from '../../../schemas/letter-case.ts';
import { PROGRAM_READS } from '../../../schemas/reads/programs.ts';
import type { ProgramEventsAnswer, ProgramInstructionsAnswer } from '../../../schemas/rest/program-calls.ts';
import type { AnsweredPage } from '../../actions/context.ts';
import { listEvents, listInstructions } from '../../actions/programs/calls.ts';
import type { CallKind } from '../../read/programs/calls/queries.ts';
import { connectionOf, type PageArguments } from '../resolvers/connection.ts';
import { type ProgramField, whereOf } from './resolvers.ts';

interface CallsArguments extends PageArguments {
  readonly name: string;
  readonly where?: unknown;
  readonly account?: Pubkey | null;
  readonly fromSlot?: bigint | null;
  readonly toSlot?: bigint | null;
  readonly asOfSlot?: bigint | null;
}

const CALLS_COST = 500;

/** How the executions of an instruction, or the events of one name, are answered. */
export function callsField(program: string, kind: CallKind): ProgramField {
  return {
    resolve: async (_parent, { name, account, asOfSlot, ...given }: CallsArguments, { programs }) => {
      const { first, after } = given;
      const ask = (slot: bigint | undefined): Promise<AnsweredPage<Answer>> => {
        const request = { ...requestOf(program, given), asOfSlot: slot };
        if (kind === 'event') return listEvents(programs.context, { ...request, event: name });
        return listInstructions(programs.context, {
          ...request,
          instruction: name,
          account: account ?? undefined,
        });
      };
      const answer = await programs.pinned(program, { asOfSlot, hasCursor: Boolean(after) }, ask);
      const { results, covered_from_slot: coveredFromSlot } = answer.body;
      const page = connectionOf(answer, results.map(camelRow), {
        first,
        after: after ?? null,
        scope: programs,
      });
      return Object.assign(page, { coveredFromSlot });
    },
    extensions: { program, cost: CALLS_COST },
  };
}

/** The names of the followed instructions or events. */
export function namesField(program: string, types: ReadonlyMap<string, unknown>): ProgramField {
  const names = [...types.keys()];
  return { resolve: () => names, extensions: { program } };
}

type Answer = ProgramInstructionsAnswer | ProgramEventsAnswer;

function requestOf(
  program: string,
  { first, after, where, fromSlot, toSlot }: Omit<CallsArguments, 'name' | 'account' | 'asOfSlot'>,
) {
  return {
    ...{ program, limit: first, cursor: after ?? undefined, where: whereOf(where) },
    ...{ fromSlot: fromSlot ?? undefined, toSlot: toSlot ?? undefined },
  };
}

/** Names of arguments, fields and accounts stay those of the IDL. */
function camelRow(row: Answer['results'][number]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(row).map(([key, value]) => [camelKey(key), value]));
}

const { listProgramInstructions: instructions, listProgramEvents: events } = PROGRAM_READS;
const text = (description: string): string => JSON.stringify(description);

const RANGE = `    "Only in this slot or later."
    fromSlot: Slot
    "Only in this slot or earlier."
    toSlot: Slot
    "Answers with the state exactly at this slot."
    asOfSlot: Slot`;

function page(what: string): string {
  return `    "Most ${what} on the page, 1 to 200."
    first: Int! = 50
    "Cursor of an earlier page: the page goes on behind it, at its slot."
    after: String`;
}

/** The fields of a program, in its type. */
export const CALL_FIELDS = `  ${text(instructions.description)}
  instructions(
    ${text(instructions.arguments.instruction.description)}
    name: String!
${page('instructions')}
    ${text(instructions.arguments.where.description)}
    where: JSON
    ${text(instructions.arguments.account.description)}
    account: Pubkey
${RANGE}
  ): ProgramInstructionConnection
  "The followed instructions, as the IDL names them."
  instructionNames: [String!]!
  ${text(events.description)}
  events(
    ${text(events.arguments.event.description)}
    name: String!
${page('events')}
    ${text(events.arguments.where.description)}
    where: JSON
${RANGE}
  ): ProgramEventConnection
  "The followed events, as the IDL names them."
  eventNames: [String!]!`;

export const CALL_FIELD_NAMES = ['instructions', 'instructionNames', 'events', 'eventNames'] as const;

const PLACE = `  "Slot of the transaction."
  slot: Slot!
  "Block time; null if unknown."
  time: DateTime
  "Signature of the transaction, in base58."
  signature: String!
  "Position of the transaction in its block, from 0."
  transactionIndex: Count!
  "Instruction of the transaction, from 0."
  instructionIndex: Count!
  "Position among what that instruction called; 0 for the instruction itself."
  innerIndex: Count!`;

function connectionSdl(node: string, one: string): string {
  return `"A page of ${one}s."
type ${node}Connection {
  "The state that this page shows."
  source: Source!
  "From this slot on every transaction was seen; null if some may be missing at the slot of the answer."
  coveredFromSlot: Slot
  "The ${one}s of the page."
  nodes: [${node}!]!
  "The ${one}s of the page, each with its cursor."
  edges: [${node}Edge!]!
  "How to get the next page."
  pageInfo: PageInfo!
}

"One ${one} of a page."
type ${node}Edge {
  "Continues the listing after it."
  cursor: String!
  "The ${one}."
  node: ${node}!
}`;
}

/** The types of their answers, which the programs share. */
export const CALL_TYPES = `"An instruction that a program executed."
type ProgramInstruction {
${PLACE}
  "The accounts that the IDL names, by name; null for one that was left out."
  accounts: JSON!
  "The accounts after those."
  remainingAccounts: [Pubkey!]!
  "The arguments, as the IDL names them."
  data: JSON
}

"An event that a program emitted."
type ProgramEvent {
${PLACE}
  "How it was emitted: log or cpi."
  source: String!
  "Position among the events of this source in the transaction."
  eventIndex: Count!
  "The fields, as the IDL names them."
  data: JSON
}

${connectionSdl('ProgramInstruction', 'instruction')}

${connectionSdl('ProgramEvent', 'event')}`;

export const CALL_TYPE_NAMES = ['ProgramInstruction', 'ProgramEvent'].flatMap((node) => [
  node,
  `${node}Connection`,
  `${node}Edge`,
]);
