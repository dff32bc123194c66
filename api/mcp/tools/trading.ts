import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import {
  expectedDecimals,
  mint,
  movedAmount,
  recipient,
  recipients,
} from '../../../schemas/mcp/arguments.ts';
import { launchId, wallet } from '../../../schemas/reads/arguments.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';
import { draftPledge } from '../../actions/intents/builders/pledge.ts';
import { draftTakeOut } from '../../actions/intents/builders/take-out.ts';
import { draftTransfer, recipientWallets } from '../../actions/intents/builders/transfer.ts';
import { buildingOf, defineExecutionTool } from '../catalogue/execution-tool.ts';
import { EXECUTION, type Tool, type ToolContext } from '../catalogue/tool.ts';

const TRADING = { scope: 'trade', toolset: 'trading', hints: EXECUTION } as const;
const TOKEN_FAILURES = ['BALANCE_TOO_LOW', 'MINT_UNKNOWN', 'AMOUNT_MALFORMED'] as const;
const SEND_FAILURES = ['RECIPIENT_UNKNOWN', 'RECIPIENTS_TOO_MANY', ...TOKEN_FAILURES] as const;
const PROMISE = 'It signs and moves nothing.';

interface Sending {
  readonly mint: string;
  readonly decimals?: number | undefined;
  readonly recipients: readonly { readonly recipient: string; readonly amount: bigint }[];
}

async function send(
  context: ToolContext,
  { mint: token, decimals, ...to }: Sending,
  { owner }: AgentPrincipal,
) {
  const building = buildingOf(context);
  const names = to.recipients.map((one) => one.recipient);
  const wallets = await recipientWallets(building, owner, names);
  const transfers = to.recipients.map(({ amount }, index) => ({ wallet: wallets[index] ?? owner, amount }));
  return draftTransfer(building, { owner, decimals, transfers, charged: true, mint: parsePubkey(token) });
}

/** The tools of the scope trade that need no venue. */
export const TRADING_TOOLS: readonly Tool[] = [
  defineExecutionTool({
    ...TRADING,
    name: 'bulk_send_social',
    title: 'Send to many',
    description: `Proposes transfers of one token to several recipients, each a wallet or the label of a registered counterparty, in one transaction: all of them or none. The rent of missing token accounts counts as an outflow. A list that does not fit is refused with the number that does. ${PROMISE}`,
    failures: SEND_FAILURES,
    input: { mint, recipients, decimals: expectedDecimals },
    draft: send,
  }),
  defineExecutionTool({
    ...TRADING,
    name: 'claim_ilo_tokens',
    title: 'Claim launch tokens',
    description: `Proposes to claim the unlocked, unclaimed part of the owner's allocation in a launch that succeeded. The wallet's token account is created if it is missing; its rent stays the owner's and counts against no limit. ${PROMISE}`,
    failures: ['LAUNCH_NOT_FOUND', 'NOTHING_CLAIMABLE'],
    input: { launch_id: launchId.json },
    draft: (context, { launch_id }, { owner }) =>
      draftTakeOut(buildingOf(context), 'claim', { launchId: launch_id, wallet: owner }),
  }),
  defineExecutionTool({
    ...TRADING,
    name: 'fund_wallet',
    title: 'Fund a wallet',
    description: `Proposes a transfer of an SPL token or the native coin from the owner's wallet to one of the owner's agent wallets. It takes no technology fee. ${PROMISE}`,
    failures: ['RECIPIENT_UNKNOWN', ...TOKEN_FAILURES],
    input: { wallet: wallet.json, mint, amount: movedAmount, decimals: expectedDecimals },
    draft: async (context, { amount, decimals, ...input }, { owner }) => {
      const building = buildingOf(context);
      const to = parsePubkey(input.wallet);
      if (!(await building.agentWallets.owns(owner, to))) {
        const reason = 'it is not an agent wallet of the owner';
        throw new LaunchlensError('RECIPIENT_UNKNOWN', { recipient: to, reason });
      }
      const transfers = [{ wallet: to, amount }];
      return draftTransfer(building, {
        owner,
        decimals,
        transfers,
        charged: false,
        mint: parsePubkey(input.mint),
      });
    },
  }),
  defineExecutionTool({
    ...TRADING,
    name: 'pledge_to_ilo',
    title: 'Pledge to a launch',
    description: `Proposes a pledge from the owner's wallet to an active launch. It checks the launch's window by the slot's time, what the launch still takes in all and from this wallet, the mint, and the balance of the wallet's associated token account, which pays. ${PROMISE}`,
    failures: ['LAUNCH_NOT_FOUND', 'PLEDGE_REFUSED', ...TOKEN_FAILURES],
    input: { launch_id: launchId.json, amount: movedAmount, decimals: expectedDecimals },
    draft: (context, { launch_id, amount, decimals }, { owner }) =>
      draftPledge(buildingOf(context), { launchId: launch_id, amount, decimals, wallet: owner }),
  }),
  defineExecutionTool({
    ...TRADING,
    name: 'send_token_social',
    title: 'Send to a handle',
    description: `Proposes a transfer of an SPL token or the native coin to one recipient: a wallet, or a handle, which is the label of one of the owner's registered counterparties. No outside service is asked whose handle it is. A missing token account of the recipient is created at the owner's cost: its rent counts as an outflow, in lamports. ${PROMISE}`,
    failures: SEND_FAILURES,
    input: { recipient, mint, amount: movedAmount, decimals: expectedDecimals },
    draft: (context, { recipient: name, amount, ...input }, caller) =>
      send(context, { ...input, recipients: [{ recipient: name, amount }] }, caller),
  }),
];
