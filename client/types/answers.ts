import type { ToolError as ToolErrorShape } from '../../schemas/mcp/answers.ts';
import type * as answers from '../../schemas/rest/answers.ts';
import type { PayoutRequestAnswer } from '../../schemas/rest/claims.ts';
import type { FlowAnswer, FlowListAnswer } from '../../schemas/rest/flows.ts';
import type { LaunchAnswer } from '../../schemas/rest/launch.ts';
import type { PayoutAnswer, PayoutListAnswer } from '../../schemas/rest/payouts.ts';
import type { PledgeAnswer } from '../../schemas/rest/pledge.ts';
import type { PledgeDistributionAnswer } from '../../schemas/rest/pledge-distribution.ts';
import type { PositionAnswer, WalletPositionsAnswer } from '../../schemas/rest/positions.ts';
import type * as calls from '../../schemas/rest/program-calls.ts';
import type * as programs from '../../schemas/rest/programs.ts';
import type * as proof from '../../schemas/rest/proof.ts';
import type { RaiseCurveAnswer } from '../../schemas/rest/raise-curve.ts';
import type * as rewards from '../../schemas/rest/rewards.ts';
import type { SettlementAnswer } from '../../schemas/rest/settlement.ts';
import type * as source from '../../schemas/rest/source.ts';
import type { WalletAnswer } from '../../schemas/rest/wallet.ts';
import type { Exact } from './wire.ts';

export type { LaunchStatus, Phase } from '../../schemas/launch-statuses.ts';
export type { LaunchOrder, PledgeOrder } from '../../schemas/rest/orders.ts';
export type {
  PairingDecided,
  PairingPolled,
  PairingRequest,
  PairingStarted,
} from '../../schemas/rest/pairing.ts';
export type { ChallengeAnswer as Challenge, SignInAnswer as Session } from '../../schemas/rest/sign-in.ts';

export type SourceStamp = Exact<source.SourceStamp>;
export type Launch = Exact<LaunchAnswer>;
export type Settlement = Exact<SettlementAnswer>;
export type WalletPart = Exact<WalletAnswer>;
export type LaunchStatusPage = Exact<answers.LaunchStatusAnswer>;
export type LaunchPage = Exact<answers.LaunchListAnswer>;
export type LaunchDetail = Exact<answers.LaunchDetailAnswer>;
export type Pledge = Exact<PledgeAnswer>;
export type PledgePage = Exact<answers.PledgeListAnswer>;
export type RaiseCurve = Exact<RaiseCurveAnswer>;
export type PledgeDistribution = Exact<PledgeDistributionAnswer>;
export type Flow = Exact<FlowAnswer>;
export type FlowPage = Exact<FlowListAnswer>;
export type Position = Exact<PositionAnswer>;
export type PositionPage = Exact<WalletPositionsAnswer>;
export type CoverageRange = Exact<proof.CoverageRange>;
export type CoveragePage = Exact<proof.CoverageAnswer>;
export type Audit = Exact<proof.AuditAnswer>;
export type AuditPage = Exact<proof.AuditListAnswer>;
export type Verification = Exact<proof.VerificationAnswer>;
export type ProgramList = Exact<programs.ProgramListAnswer>;
export type ProgramAccount = Exact<programs.ProgramAccount>;
export type ProgramAccountPage = Exact<programs.ProgramAccountsAnswer>;
export type ProgramAccountDetail = Exact<programs.ProgramAccountAnswer>;
export type ProgramAccountChange = Exact<programs.ProgramAccountChange>;
export type ProgramInstructionPage = Exact<calls.ProgramInstructionsAnswer>;
export type ProgramEventPage = Exact<calls.ProgramEventsAnswer>;
export type ProgramAccountHistory = Exact<programs.ProgramAccountHistoryAnswer>;
export type { RewardProgram } from '../../schemas/reward-programs.ts';
export type RewardsSummary = Exact<rewards.RewardsSummaryAnswer>;
export type RewardHistoryRow = Exact<rewards.RewardHistoryRowAnswer>;
export type RewardsHistory = Exact<rewards.RewardsHistoryAnswer>;
export type Payout = Exact<PayoutAnswer>;
export type PayoutList = Exact<PayoutListAnswer>;
export type PayoutRequest = Exact<PayoutRequestAnswer>;
export type ToolErrorAnswer = ToolErrorShape;
