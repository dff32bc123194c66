import { launchId } from '../../../../schemas/reads/arguments.ts';
import { draftTakeOut } from '../../../actions/intents/builders/take-out.ts';
import { buildingOf, defineExecutionTool } from '../../catalogue/execution-tool.ts';
import { EXECUTION } from '../../catalogue/tool.ts';

export const claimIloTokens = defineExecutionTool({
  name: 'claim_ilo_tokens',
  title: 'Claim launch tokens',
  description:
    "Proposes to claim what is unlocked, and was not claimed yet, of the owner's allocation in a launch that succeeded. The wallet's token account is made where it is missing; its rent stays the owner's and counts against no limit. It signs and moves nothing.",
  scope: 'trade',
  toolset: 'trading',
  hints: EXECUTION,
  failures: ['LAUNCH_NOT_FOUND', 'NOTHING_CLAIMABLE'],
  input: { launch_id: launchId.json },
  draft: (context, { launch_id }, { owner }) =>
    draftTakeOut(buildingOf(context), 'claim', { launchId: launch_id, wallet: owner }),
});
