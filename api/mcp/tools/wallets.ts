import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import { oneOf } from '../../../schemas/mcp/arguments.ts';
import { agentWalletMade, custodyPolicy, noArguments } from '../../../schemas/mcp/wallet-admin.ts';
import { agentWalletRecord } from '../../../schemas/rest/owner-grants.ts';
import { walletSignature } from '../../../schemas/rest/sign-in.ts';
import { askForAgentWallet, watchWallet } from '../../actions/control/agent-wallet.ts';
import { walletControl } from '../../actions/control/answers.ts';
import { ADDITION, defineOwnerTool, INDEX_READ, type Tool } from '../catalogue/tool.ts';
import { requestText } from '../texts.ts';
import { ADMIN } from './owner-requests.ts';

export const WALLET_TOOLS: readonly Tool[] = [
  defineOwnerTool({
    ...ADMIN,
    name: 'create_agent_wallet',
    title: 'Create an agent wallet',
    description:
      "Records an existing address as a wallet of the owner's agents; no key is created, accepted or stored. `watch` keeps it under a label and grants nothing. `delegate` lets it act as the owner's agent wallet, whose rewards the owner's agents may then read. For that it signs the consent in the answer, which can be used once within a day, and the owner's wallet signs the request. A delegate can withdraw by itself over REST.",
    hints: ADDITION,
    failures: ['AGENT_WALLET_REFUSED', 'WATCHED_WALLETS_FULL', 'OWNER_REQUESTS_FULL'],
    input: agentWalletRecord.extend({
      kind: oneOf(['watch', 'delegate'], 'What it is for.'),
      wallet_signature: walletSignature
        .optional()
        .meta({ description: 'By the delegate over the consent from a call without it, base58.' }),
    }),
    output: agentWalletMade,
    answer: async ({ control }, { kind, wallet_signature: signature, label, ...given }, caller) => {
      const address = parsePubkey(given.address);
      if (kind === 'watch') {
        await watchWallet(control, caller, { address, label });
        return { status: 'watched' as const, address, consent: null, request: null };
      }
      return { address, ...(await askForAgentWallet(control, caller, { address, label, signature })) };
    },
    textOf: ({ status, address, request }) => {
      if (status === 'watched') return `Wallet ${address} is watched. That grants nothing.`;
      if (request !== null) return requestText(request);
      return `Let wallet ${address} sign the text in consent within a day, and pass wallet_signature.`;
    },
  }),
  defineOwnerTool({
    ...ADMIN,
    recordsOnly: true,
    name: 'reconcile_turnkey_policy',
    title: 'Reconcile the Turnkey policy',
    description:
      'Returns what a policy held by Turnkey would have to say to match the guardrails here. This service has no connection to Turnkey: the owner changes the policy there.',
    hints: INDEX_READ,
    input: noArguments,
    output: custodyPolicy,
    answer: async ({ control }, _input, { owner }) => ({
      sent: false as const,
      control: await walletControl(control, owner),
    }),
    textOf: () => 'Nothing was sent. `control` is what a policy held elsewhere would have to say.',
  }),
];
