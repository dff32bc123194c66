import { hash } from 'node:crypto';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import type {
  ProgramAccount,
  ProgramAccountAnswer,
  ProgramAccountChange,
  ProgramAccountHistoryAnswer,
  ProgramAccountsAnswer,
} from '../../../schemas/rest/programs.ts';
import { type AccountState, accountAt, accountsPage } from '../../read/programs/accounts.ts';
import { type AccountChange, historyPage } from '../../read/programs/history.ts';
import type { Where } from '../../read/programs/where/where.ts';
import type { Answered, AnsweredPage } from '../context.ts';
import { freshSlot, type SlotRequest } from '../freshness.ts';
import { listPage, type PageRequest } from '../page.ts';
import { sourceStamp } from '../source-stamp.ts';
import { wireAmount, wireCount } from '../wire.ts';
import { type ProgramsContext, programNamed, typeNamed } from './find.ts';

export interface AccountsRequest extends PageRequest {
  readonly program: string;
  readonly type: string;
  readonly where?: Where | undefined;
  readonly orderBy?: string | undefined;
}

/** Accounts of one type. @throws PROGRAM_NOT_FOUND, ACCOUNT_TYPE_NOT_FOUND, PARAMETER_MALFORMED, those of `listPage` */
export function listAccounts(
  context: ProgramsContext,
  { program, where = {}, orderBy = '', ...request }: AccountsRequest,
): Promise<AnsweredPage<ProgramAccountsAnswer>> {
  const reads = programNamed(context, program);
  const type = typeNamed(reads, request.type);
  const terms = {
    type: digestOf([program, type.name]),
    where: digestOf(where),
    orderBy: digestOf(orderBy),
  };
  return listPage(
    { mirror: reads, cursors: context.cursors },
    { ...request, ...terms },
    {
      name: 'programAccounts',
      terms,
      ask: async (slots, { after, limit }) =>
        reads.ask(await freshSlot(reads, slots), (ask, at) =>
          accountsPage(ask, at, reads.types, { type, where, orderBy, after, limit }),
        ),
      rows: ({ accounts }) => accounts,
      place: ({ address }) => address,
      body: ({ accounts, count, undecodable }, { source, next_cursor }) => ({
        source,
        count: wireCount(count),
        undecodable: wireCount(undecodable),
        next_cursor,
        results: accounts.map(accountAnswer),
      }),
    },
  );
}

/** Cursors are short, so they have what is listed as a digest. */
export function digestOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value)).slice(0, 24);
}

export interface AccountRequest extends SlotRequest {
  readonly program: string;
  /** Of any type without one. */
  readonly type?: string | undefined;
  readonly address: Pubkey;
}

/** One account. @throws PROGRAM_NOT_FOUND, ACCOUNT_TYPE_NOT_FOUND, PROGRAM_ACCOUNT_NOT_FOUND, those of `freshSlot` */
export async function getAccount(
  context: ProgramsContext,
  request: AccountRequest,
): Promise<Answered<ProgramAccountAnswer>> {
  const { program, type, address } = request;
  const reads = programNamed(context, program);
  if (type !== undefined) typeNamed(reads, type);
  const { stamp, facts: account } = await reads.ask(await freshSlot(reads, request), (ask) =>
    accountAt(ask, reads.types, address),
  );
  if (account === undefined || (type !== undefined && account.type !== type)) {
    throw new LaunchlensError('PROGRAM_ACCOUNT_NOT_FOUND', { program, type, address, slot: stamp.slot });
  }
  return { stamp, body: { source: sourceStamp(stamp), account: accountAnswer(account) } };
}

export interface HistoryRequest extends PageRequest, Pick<AccountRequest, 'program' | 'type' | 'address'> {
  readonly fromSlot?: bigint | undefined;
  readonly toSlot?: bigint | undefined;
}

/** Answers name no slot above 2^53. */
export const LAST_SLOT = BigInt(Number.MAX_SAFE_INTEGER);

/** The changes of one account, newest first. @throws those of `getAccount` and `listPage` */
export function accountHistory(
  context: ProgramsContext,
  { program, type, address, fromSlot = 0n, toSlot = LAST_SLOT, ...request }: HistoryRequest,
): Promise<AnsweredPage<ProgramAccountHistoryAnswer>> {
  const reads = programNamed(context, program);
  if (type !== undefined) typeNamed(reads, type);
  const terms = { type: digestOf([program, type, address]), fromSlot, toSlot };
  return listPage(
    { mirror: reads, cursors: context.cursors },
    { ...request, ...terms },
    {
      name: 'programHistory',
      terms,
      ask: async (slots, { after, limit }) => {
        const { stamp, facts } = await reads.ask(await freshSlot(reads, slots), (ask) =>
          historyPage(ask, reads.types, {
            ...{ address, type, from: fromSlot, below: after ?? toSlot + 1n, limit },
          }),
        );
        if (facts !== undefined) return { stamp, facts };
        throw new LaunchlensError('PROGRAM_ACCOUNT_NOT_FOUND', { program, type, address, slot: stamp.slot });
      },
      rows: ({ changes }) => changes,
      place: ({ at }) => at,
      body: ({ changes }, { source, next_cursor }) => ({
        source,
        next_cursor,
        results: changes.map(changeAnswer),
      }),
    },
  );
}

export function accountAnswer({
  address,
  type,
  lamports,
  updatedSlot,
  decoded,
}: AccountState): ProgramAccount {
  const isDecoded = decoded.kind === 'decoded';
  return {
    address,
    type,
    lamports: wireAmount(lamports),
    updated_slot: wireCount(updatedSlot),
    data: isDecoded ? decoded.data : null,
    undecodable: isDecoded ? null : decoded.reason,
  };
}

function changeAnswer({ slot, lamports, decoded, closed }: AccountChange): ProgramAccountChange {
  return {
    slot: wireCount(slot),
    lamports: wireAmount(lamports),
    data: decoded?.kind === 'decoded' ? decoded.data : null,
    closed,
  };
}
