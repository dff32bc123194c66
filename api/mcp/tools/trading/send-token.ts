import { parsePubkey } from '../../../../core/kernel/pubkey.ts';
import {
  expectedDecimals,
  mint,
  movedAmount,
  recipient,
  recipients,
} from '../../../../schemas/mcp/arguments.ts';
import { draftTransfer, recipientWallets } from '../../../actions/intents/builders/transfer.ts';
import { buildingOf, defineExecutionTool, type ExecutionDraft } from '../../catalogue/execution-tool.ts';
import { EXECUTION } from '../../catalogue/tool.ts';

const SHARED = {
  scope: 'trade',
  toolset: 'trading',
  hints: EXECUTION,
  failures: [
    'RECIPIENT_UNKNOWN',
    'RECIPIENTS_TOO_MANY',
    'BALANCE_TOO_LOW',
    'MINT_UNKNOWN',
    'AMOUNT_MALFORMED',
  ],
} as const;

interface Sending {
  readonly mint: string;
  readonly decimals?: number | undefined;
  readonly to: readonly { readonly recipient: string; readonly amount: bigint }[];
}

const send = async (
  context: Parameters<ExecutionDraft>[0],
  { mint: token, decimals, to }: Sending,
  { owner }: Parameters<ExecutionDraft>[2],
) => {
  const building = buildingOf(context);
  const wallets = await recipientWallets(
    building,
    owner,
    to.map((one) => one.recipient),
  );
  const transfers = wallets.map((wallet, index) => ({ wallet, amount: to[index]?.amount ?? 0n }));
  return draftTransfer(building, {
    ...{ owner, decimals, transfers, charged: true },
    mint: parsePubkey(token),
  });
};

export const sendTokenSocial = defineExecutionTool({
  ...SHARED,
  name: 'send_token_social',
  title: 'Send to a handle',
  description:
    "Proposes a transfer of an SPL token or the native coin to one recipient: a wallet, or a handle, which is the label of one of the owner's registered counterparties; no outside service is asked whose handle it is. A missing token account of the recipient is made at the owner's cost: its rent is among what leaves, in lamports. It signs and moves nothing.",
  input: { recipient, mint, amount: movedAmount, decimals: expectedDecimals },
  draft: (context, { recipient: name, amount, ...input }, caller) =>
    send(context, { ...input, to: [{ recipient: name, amount }] }, caller),
});

export const bulkSendSocial = defineExecutionTool({
  ...SHARED,
  name: 'bulk_send_social',
  title: 'Send to many',
  description:
    'Proposes transfers of one token to several recipients, each a wallet or the label of a registered counterparty, in one transaction: all of them or none. Rent of token accounts that are missing is among what leaves. More than fit are refused with the number that does. It signs and moves nothing.',
  input: { mint, recipients, decimals: expectedDecimals },
  draft: (context, { recipients: to, ...input }, caller) => send(context, { ...input, to }, caller),
});
