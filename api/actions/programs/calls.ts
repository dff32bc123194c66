import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type {
  ProgramEventRow,
  ProgramEventsAnswer,
  ProgramInstructionRow,
  ProgramInstructionsAnswer,
} from '../../../schemas/rest/program-calls.ts';
import { type Call, type CallsPage, callsPage } from '../../read/programs/calls/page.ts';
import type { CallKind } from '../../read/programs/calls/queries.ts';
import type { CallType } from '../../read/programs/calls/types.ts';
import type { Where } from '../../read/programs/where/where.ts';
import type { AnsweredPage } from '../context.ts';
import { freshSlot } from '../freshness.ts';
import { listPage, type PageRequest } from '../page.ts';
import { wireCount, wireSignature, wireTime } from '../wire.ts';
import { digestOf, LAST_SLOT } from './accounts.ts';
import { type ProgramsContext, programNamed, shortened } from './find.ts';

interface CallsRequest extends PageRequest {
  readonly program: string;
  readonly where?: Where | undefined;
  readonly fromSlot?: bigint | undefined;
  readonly toSlot?: bigint | undefined;
}
export interface InstructionsRequest extends CallsRequest {
  readonly instruction: string;
  /** Only those with this account. */
  readonly account?: Pubkey | undefined;
}
export interface EventsRequest extends CallsRequest {
  readonly event: string;
}

/** How often one instruction was executed. @throws PROGRAM_NOT_FOUND, PROGRAM_CALL_NOT_FOUND, those of `listPage` */
export function listInstructions(
  context: ProgramsContext,
  { instruction, account, ...request }: InstructionsRequest,
): Promise<AnsweredPage<ProgramInstructionsAnswer>> {
  return listCalls(context, { ...request, kind: 'instruction', name: instruction, account }, instructionRow);
}

/** The events of one name. @throws as `listInstructions` */
export function listEvents(
  context: ProgramsContext,
  { event, ...request }: EventsRequest,
): Promise<AnsweredPage<ProgramEventsAnswer>> {
  return listCalls(context, { ...request, kind: 'event', name: event, account: undefined }, eventRow);
}

/** The program of a call, and which of its calls it is. */
interface CallOf {
  readonly address: Pubkey;
  readonly type: CallType;
}

interface NamedRequest extends CallsRequest {
  readonly kind: CallKind;
  readonly name: string;
  readonly account: Pubkey | undefined;
}

function listCalls<Row>(
  context: ProgramsContext,
  { program, kind, name, account, where = {}, fromSlot = 0n, toSlot = LAST_SLOT, ...request }: NamedRequest,
  rowOf: (call: Call, of: CallOf) => Row,
) {
  const reads = programNamed(context, program);
  const type = reads.calls[kind].get(name);
  if (type === undefined)
    throw new LaunchlensError('PROGRAM_CALL_NOT_FOUND', { program, kind, name: shortened(name) });
  const terms = {
    type: digestOf([program, kind, name, account ?? '']),
    where: digestOf(where),
    ...{ fromSlot, toSlot },
  };
  return listPage(
    { mirror: reads, cursors: context.cursors },
    { ...request, ...terms },
    {
      name: 'programCalls',
      terms,
      ask: async (slots, { after, limit }) =>
        reads.ask(await freshSlot(reads, slots), (ask) =>
          callsPage(ask, { kind, type, where, account, fromSlot, toSlot, after, limit }),
        ),
      rows: ({ calls }: CallsPage) => calls,
      place: ({ place }) => place,
      body: ({ calls, coveredFrom }, { source, next_cursor }) => ({
        source,
        covered_from_slot: coveredFrom === undefined ? null : wireCount(coveredFrom),
        next_cursor,
        results: calls.map((call) => rowOf(call, { address: reads.program.address, type })),
      }),
    },
  );
}

function placeOf({ place: { slot, transaction }, instructionIndex, innerIndex, blockTime, signature }: Call) {
  return {
    slot: wireCount(slot),
    time: blockTime === null ? null : wireTime(blockTime),
    signature: wireSignature(signature),
    transaction_index: transaction,
    instruction_index: instructionIndex,
    inner_index: innerIndex,
  };
}

/** Programs name themselves in place of an optional account that is left out. */
function instructionRow(call: Call, { address, type }: CallOf): ProgramInstructionRow {
  const named = type.accounts.map(({ name, optional }, at) => {
    const key = call.accounts[at] ?? null;
    return [name, optional && key === address ? null : key];
  });
  return {
    ...placeOf(call),
    accounts: Object.fromEntries(named),
    remaining_accounts: call.accounts.slice(type.accounts.length),
    data: call.data,
  };
}

function eventRow(call: Call): ProgramEventRow {
  return { ...placeOf(call), source: call.emitted, event_index: call.number, data: call.data };
}
