import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { wrongValues } from '../../../core/kernel/wrong-value.ts';
import { PROGRAM_READS as SHAPES } from '../../../schemas/reads/programs.ts';
import { getAccount, listAccounts } from '../../actions/programs/accounts.ts';
import type { Where } from '../../read/programs/where/where.ts';
import { connectionOf, type PageArguments } from '../resolvers/connection.ts';
import type { ProgramScoped } from './scope.ts';

/** How a field of a program is answered. Limits and slots of requests know by its extensions that it is one. */
export interface ProgramField {
  readonly resolve: (parent: unknown, values: never, scope: ProgramScoped) => unknown;
  readonly extensions: { readonly program: string; readonly cost?: number };
}

interface AtSlot {
  readonly asOfSlot?: bigint | null;
}

const LIST_COST = 500;
const ACCOUNT_COST = 100;

export function sourceField(program: string): ProgramField {
  return {
    resolve: async (_parent, { asOfSlot }: AtSlot, { programs }) =>
      programs.source(await programs.stampAt(program, asOfSlot ?? undefined)),
    extensions: { program },
  };
}

type ListArguments = AtSlot & PageArguments & { readonly where?: unknown; readonly orderBy?: string | null };

export function accountsField(program: string, type: string): ProgramField {
  return {
    resolve: async (_parent, { where, orderBy, asOfSlot, ...page }: ListArguments, { programs }) => {
      const answer = await programs.pinned(program, { asOfSlot, hasCursor: Boolean(page.after) }, (slot) =>
        listAccounts(programs.context, {
          ...{ program, type, limit: page.first, where: whereOf(where) },
          orderBy: orderBy ?? undefined,
          cursor: page.after ?? undefined,
          asOfSlot: slot,
        }),
      );
      const { count: totalCount, undecodable, results } = answer.body;
      return Object.assign(connectionOf(answer, results, { ...page, scope: programs }), {
        ...{ totalCount, undecodable },
      });
    },
    extensions: { program, cost: LIST_COST },
  };
}

export function whereOf(given: unknown): Where | undefined {
  const { where } = SHAPES.listProgramAccounts.arguments;
  const { success, data, error } = where.json.safeParse(given ?? undefined);
  if (success) return data;
  throw new LaunchlensError('PARAMETER_MALFORMED', { ...wrongValues(error), name: 'where' });
}

export function accountField(program: string, type: string): ProgramField {
  return {
    resolve: async (_parent, { address, asOfSlot }: AtSlot & { address: Pubkey }, { programs }) => {
      try {
        const answer = await programs.pinned(program, { asOfSlot }, (slot) =>
          getAccount(programs.context, { program, type, address, asOfSlot: slot }),
        );
        return answer.body.account;
      } catch (error) {
        if (isLaunchlensError(error, 'PROGRAM_ACCOUNT_NOT_FOUND')) return null;
        throw error;
      }
    },
    extensions: { program, cost: ACCOUNT_COST },
  };
}
