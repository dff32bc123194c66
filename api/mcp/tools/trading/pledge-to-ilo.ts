import { expectedDecimals, movedAmount } from '../../../../schemas/mcp/arguments.ts';
import { launchId } from '../../../../schemas/reads/arguments.ts';
import { draftPledge } from '../../../actions/intents/builders/pledge.ts';
import { buildingOf, defineExecutionTool } from '../../catalogue/execution-tool.ts';
import { EXECUTION } from '../../catalogue/tool.ts';

export const pledgeToIlo = defineExecutionTool({
  name: 'pledge_to_ilo',
  title: 'Pledge to a launch',
  description:
    "Proposes a pledge of the owner's wallet to an active launch. Checked first: its window by the slot's time, what it still takes in all and of this wallet, the mint, and the balance of the wallet's associated token account, which pays. It signs and moves nothing.",
  scope: 'trade',
  toolset: 'trading',
  hints: EXECUTION,
  failures: ['LAUNCH_NOT_FOUND', 'PLEDGE_REFUSED', 'BALANCE_TOO_LOW', 'MINT_UNKNOWN', 'AMOUNT_MALFORMED'],
  input: { launch_id: launchId.json, amount: movedAmount, decimals: expectedDecimals },
  draft: (context, { launch_id, amount, decimals }, { owner }) =>
    draftPledge(buildingOf(context), { launchId: launch_id, amount, decimals, wallet: owner }),
});
