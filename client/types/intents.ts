import type { ExecutionPlanAnswer } from '../../schemas/mcp/execution.ts';
import type * as intents from '../../schemas/rest/intents.ts';
import type { PlannedAmountAnswer } from '../../schemas/rest/plan-terms.ts';

export type IntentStatus = intents.IntentAnswer['status'];
export type Intent = Readonly<intents.IntentAnswer>;
export type IntentDetail = Readonly<intents.IntentDetail>;
export type OwnActionName = intents.OwnIntentRequest['action'];
export type IntentPage = Readonly<intents.IntentListAnswer>;
/** `transaction` is what the owner's wallet signs, in base64, with a description of its effects. */
export type UnsignedTransaction = Readonly<intents.UnsignedTransaction>;
/** One amount of a plan, with its unit, and with symbol and decimals if they are known. */
export type PlannedAmount = PlannedAmountAnswer;
/** What a tool that moves value would do, before anything is proposed. */
export type ExecutionPlan = ExecutionPlanAnswer;
