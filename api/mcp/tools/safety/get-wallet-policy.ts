import { noArguments } from '../../../../schemas/mcp/wallet-admin.ts';
import { walletControl as shape } from '../../../../schemas/rest/wallet-control.ts';
import { walletControl } from '../../../actions/control/answers.ts';
import { controlOf } from '../../catalogue/control-of.ts';
import { defineOwnerTool, INDEX_READ } from '../../catalogue/tool.ts';
import { controlInWords } from '../../words/control.ts';

export const getWalletPolicy = defineOwnerTool({
  name: 'get_wallet_policy',
  title: 'What agents may do',
  description:
    "What the owner lets agents do with the wallet, as it holds now: kill switch and pause, permission mode, policy, limits, counterparties, declared jurisdiction, and what was granted by the owner's signature.",
  toolset: 'safety',
  hints: INDEX_READ,
  input: noArguments,
  output: shape,
  answer: (context, _input, { owner }) => walletControl(controlOf(context), owner),
  inWords: controlInWords,
});
