import { LaunchlensError } from '../../../../core/kernel/errors/error.ts';
import { parsePubkey } from '../../../../core/kernel/pubkey.ts';
import { expectedDecimals, mint, movedAmount } from '../../../../schemas/mcp/arguments.ts';
import { wallet } from '../../../../schemas/reads/arguments.ts';
import { draftTransfer } from '../../../actions/intents/builders/transfer.ts';
import { buildingOf, defineExecutionTool } from '../../catalogue/execution-tool.ts';
import { EXECUTION } from '../../catalogue/tool.ts';

export const fundWallet = defineExecutionTool({
  name: 'fund_wallet',
  title: 'Fund a wallet',
  description:
    "Proposes a transfer from the owner's wallet to one of the owner's agent wallets, of an SPL token or the native coin. No technology fee is taken. It signs and moves nothing.",
  scope: 'trade',
  toolset: 'trading',
  hints: EXECUTION,
  failures: ['RECIPIENT_UNKNOWN', 'BALANCE_TOO_LOW', 'MINT_UNKNOWN', 'AMOUNT_MALFORMED'],
  input: { wallet: wallet.json, mint, amount: movedAmount, decimals: expectedDecimals },
  draft: async (context, input, { owner }) => {
    const building = buildingOf(context);
    const to = parsePubkey(input.wallet);
    if (!(await building.agentWallets.owns(owner, to))) {
      const reason = 'it is no agent wallet of the owner';
      throw new LaunchlensError('RECIPIENT_UNKNOWN', { recipient: to, reason });
    }
    const { amount, decimals } = input;
    const transfers = [{ wallet: to, amount }];
    return draftTransfer(building, {
      ...{ owner, decimals, transfers, charged: false },
      mint: parsePubkey(input.mint),
    });
  },
});
