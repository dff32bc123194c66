import type { z } from 'zod';
import type {
  IloDetails,
  launchSettlement,
  SourceStatus,
  WalletPosition,
} from '../../schemas/mcp/answers.ts';
import type * as argument from '../../schemas/mcp/arguments.ts';
import type { ExecutionAnswer, IntentStatusAnswer } from '../../schemas/mcp/execution.ts';
import type * as answers from './answers.ts';
import type { Exact } from './wire.ts';

type Given<Schemas> = {
  readonly [Name in keyof Schemas]: Schemas[Name] extends z.ZodType ? z.input<Schemas[Name]> : never;
};

/** A u64: a decimal string, or an integer up to 2^53 - 1. */
type LaunchId = z.input<typeof argument.launchId>;
type Fresh = Partial<Given<typeof argument.freshness>>;

interface Paged extends Fresh {
  readonly limit?: z.input<typeof argument.limit>;
  readonly cursor?: z.input<typeof argument.cursor>;
}

interface OfLaunch extends Fresh {
  readonly launch_id: LaunchId;
}

interface OfOwner {
  readonly wallet_address?: z.input<typeof argument.ownedWallet>;
}

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

/** What these tools take and answer, by name; there are more. */
export interface Tools {
  readonly get_ilo_details: Call<
    Fresh & { readonly launch_id?: LaunchId; readonly wallet?: string },
    Exact<IloDetails>
  >;
  readonly list_launches: Call<
    Paged & {
      readonly status?: z.input<typeof argument.status>;
      readonly order_by?: z.input<typeof argument.launchOrder>;
    },
    answers.LaunchPage
  >;
  readonly list_pledges: Call<
    Paged &
      OfLaunch & {
        readonly order_by?: z.input<typeof argument.pledgeOrder>;
        readonly min_amount?: z.input<typeof argument.minAmount>;
      },
    answers.PledgePage
  >;
  readonly get_wallet_position: Call<
    Paged & { readonly wallet: string; readonly launch_id?: LaunchId },
    Exact<WalletPosition>
  >;
  readonly get_raise_curve: Call<OfLaunch & { readonly points?: number }, answers.RaiseCurve>;
  readonly get_pledge_distribution: Call<
    OfLaunch & { readonly buckets?: number },
    answers.PledgeDistribution
  >;
  readonly get_settlement: Call<OfLaunch, Exact<z.output<typeof launchSettlement>>>;
  readonly list_escrow_flows: Call<Paged & OfLaunch, answers.FlowPage>;
  readonly get_source_status: Call<Fresh, Exact<SourceStatus>>;
  readonly list_coverage: Call<Paged, answers.CoveragePage>;
  readonly list_audits: Call<Paged, answers.AuditPage>;
  readonly verify_account: Call<
    Omit<Fresh, 'as_of_slot'> & { readonly pubkey: string },
    answers.Verification
  >;
  readonly get_rewards_summary: Call<OfOwner, answers.RewardsSummary>;
  readonly get_rewards_history: Call<
    OfOwner & {
      readonly program?: z.input<typeof argument.rewardProgramme>;
      readonly limit?: number;
      readonly offset?: number;
    },
    answers.RewardsHistory
  >;
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

export type ToolName = keyof Tools;
