import type { z } from 'zod';
import type {
  IloDetails,
  launchSettlement,
  SourceStatus,
  WalletPosition,
} from '../../schemas/mcp/answers.ts';
import type { ExecutionAnswer, IntentStatusAnswer } from '../../schemas/mcp/execution.ts';
import type { READS } from '../../schemas/reads/all.ts';
import type * as argument from '../../schemas/reads/arguments.ts';
import type { PROGRAM_TOOL_ARGUMENTS } from '../../schemas/reads/programs.ts';
import type { ToolArguments } from '../../schemas/reads/read.ts';
import type * as programs from '../../schemas/rest/programs.ts';
import type { Exact } from './wire.ts';

type Reads = typeof READS;
/** The reads that tools return unchanged, by tool. */
type ReadTools = {
  readonly [Name in keyof Reads as Reads[Name] extends { readonly tool: infer Tool extends string }
    ? Tool
    : never]: Call<ToolArguments<Reads[Name]['arguments']>, Exact<z.output<Reads[Name]['answer']>>>;
};

type ProgramArguments = typeof PROGRAM_TOOL_ARGUMENTS;
type ProgramCall<Name extends keyof ProgramArguments, Answer extends z.ZodType> = Call<
  ToolArguments<ProgramArguments[Name]>,
  Exact<z.output<Answer>>
>;

type Fresh = ToolArguments<typeof argument.freshness>;
type Paged = ToolArguments<typeof argument.page>;
/** A u64: a decimal string, or an integer up to 2^53 - 1. */
type LaunchId = z.input<typeof argument.launchId.json>;

/** The first call plans; the second repeats its arguments with `confirm` and the plan's id, and proposes. */
interface Proposing {
  readonly confirm?: boolean;
  readonly plan_id?: string;
  readonly idempotency_key?: string;
}

interface Call<Arguments, Answer> {
  readonly arguments: Arguments;
  readonly answer: Answer;
}

/** Arguments and answers of these tools, by name; there are more tools. */
export interface Tools extends ReadTools {
  readonly get_ilo_details: Call<
    Fresh & { readonly launch_id?: LaunchId; readonly wallet?: string },
    Exact<IloDetails>
  >;
  readonly get_wallet_position: Call<
    Paged & { readonly wallet: string; readonly launch_id?: LaunchId },
    Exact<WalletPosition>
  >;
  readonly get_settlement: Call<
    Fresh & { readonly launch_id: LaunchId },
    Exact<z.output<typeof launchSettlement>>
  >;
  readonly get_source_status: Call<Fresh, Exact<SourceStatus>>;
  readonly list_programs: ProgramCall<'list_programs', typeof programs.programListAnswer>;
  readonly list_accounts: ProgramCall<'list_accounts', typeof programs.programAccountsAnswer>;
  readonly get_account: ProgramCall<'get_account', typeof programs.programAccountAnswer>;
  readonly account_history: ProgramCall<'account_history', typeof programs.programAccountHistoryAnswer>;
  readonly create_execution_intent: Call<
    Proposing & { readonly action: string; readonly arguments?: Readonly<Record<string, unknown>> },
    ExecutionAnswer
  >;
  readonly pledge_to_ilo: Call<
    Proposing & { readonly launch_id: LaunchId; readonly amount: string; readonly decimals?: number },
    ExecutionAnswer
  >;
  readonly claim_ilo_tokens: Call<Proposing & { readonly launch_id: LaunchId }, ExecutionAnswer>;
  readonly get_intent_status: Call<
    { readonly intent_id: string; readonly include_transaction?: boolean },
    IntentStatusAnswer
  >;
}
