import { launchId } from '../../../../schemas/reads/arguments.ts';
import { draftTakeOut } from '../../../actions/intents/builders/take-out.ts';
import { buildingOf, defineExecutionTool } from '../../catalogue/execution-tool.ts';
import { EXECUTION } from '../../catalogue/tool.ts';

/** The specification has no tool for it, so it is only an action of `create_execution_intent`. */
export const refundIloPledge = defineExecutionTool({
  name: 'refund_ilo_pledge',
  title: 'Take a pledge back',
  description: "Proposes to take the owner's whole pledge back from a launch that failed.",
  scope: 'intent',
  toolset: 'intents',
  hints: EXECUTION,
  input: { launch_id: launchId.json },
  draft: (context, { launch_id }, { owner }) =>
    draftTakeOut(buildingOf(context), 'refund', { launchId: launch_id, wallet: owner }),
});
